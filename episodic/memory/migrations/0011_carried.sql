-- What a memory keeps beside itself, and what of it is in doubt.

-- Where a user's vault was written: forgetting has to find each of them.
create table vault (
  scope integer not null references scope (id),
  folder text not null,
  primary key (scope, folder)
) strict, without rowid;

-- Items that a person should look at, and why: `why` names the rule, never a text. Until it is settled an item is held
-- back where `held` says so, which is to say not live; `accepted` is what the person said.
create table doubt (
  item integer primary key references item (id) on delete cascade,
  why text not null,
  held integer not null,
  at text not null,
  settled_at text,
  accepted integer
) strict;
