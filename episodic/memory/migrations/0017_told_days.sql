-- The days that a turn tells of ("we shipped it yesterday", "the demo is on Thursday"), as moments: what is told of a day
-- is from that day too. Derived from the turn's words; `days` is how many there are.
create table told_days (
  item integer not null references item (id) on delete cascade,
  first text not null,
  until text not null,
  days integer not null
) strict;
create index told_days_by_time on told_days (first);
create index told_days_by_item on told_days (item);

-- Turns whose words are still to be read for days: those of older versions, and those whose words have changed.
create table undated (
  item integer primary key references item (id) on delete cascade
) strict;
insert into undated select item from turn where kept = 1 and role in ('user', 'assistant');

create trigger told_days_changed after update of text on item when new.layer = 'turn' and new.text <> old.text
begin
  delete from told_days where item = new.id;
  insert or ignore into undated values (new.id);
end;
