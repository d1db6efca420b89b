-- Kept free for what is made elsewhere at the same time.
select 1;
