-- Facts have tokens as turns have: those of older versions wait for theirs. What has a vector keeps it meanwhile.
insert or ignore into waiting
select f.item from fact f where not exists (
  select 1 from passage p join token_vector v on v.passage = p.id where p.item = f.item
);
