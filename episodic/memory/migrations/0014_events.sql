-- How far the view has come that this file is of what is recorded in the journal.

-- Which home this is: `origin` is a random name of it that all its events carry, `last_at` the hybrid clock of the last.
create table home (
  one integer primary key check (one = 1),
  origin text,
  last_at text not null
) strict;

insert into home values (1, null, '');

-- The last event of each user that is in the rows: its number, its hash, and how long the log was after it, in bytes. It
-- moves in the same transaction as the rows.
create table event_head (
  scope integer primary key references scope (id),
  seq integer not null,
  hash text not null,
  size integer not null
) strict;

-- A row without a key can be in no event.
alter table paused rename to paused_before;
create table paused (
  one integer primary key check (one = 1),
  at text not null
) strict;
insert into paused select 1, min(at) from paused_before having count(*) > 0;
drop table paused_before;
