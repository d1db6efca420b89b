-- What replaced what, why each verdict fell, and the fuller record of an episode.

-- A fact that took another's place. The old row is retired by state and never edited; `undone_at` brings it back.
-- `known_at` is when we learnt of it, which may be long after it became true.
create table supersession (
  id integer primary key autoincrement,
  old integer not null references item (id) on delete cascade,
  new integer not null references item (id) on delete cascade,
  why text not null,
  decided_by text not null check (decided_by in ('referee', 'guard', 'user')),
  known_at text not null,
  undone_at text,
  unique (old, new)
) strict;

create index supersession_by_new on supersession (new);

-- What the gate and the referee decided and the scores behind it, as a JSON object; no text of anybody's.
create table verdict (
  id integer primary key autoincrement,
  item integer not null references item (id) on delete cascade,
  judge text not null,
  outcome text not null,
  scores text not null,
  at text not null
) strict;

create index verdict_by_item on verdict (item);

-- Calls of a language model, by day and by what they were for, of all users of the home; `usd` are dollars, without
-- what the `unpriced` ones cost; `seconds` were waited.
create table spending (
  day text not null,
  site text not null,
  model text not null,
  calls integer not null,
  failures integer not null,
  input_tokens integer not null,
  output_tokens integer not null,
  usd real not null,
  unpriced integer not null,
  estimated integer not null,
  seconds real not null,
  primary key (day, site, model)
) strict, without rowid;

-- Durable facts are top-shelf; episodic ones stay with their episode. `learnt_at` is when we came to know it.
alter table fact add column salience real not null default 0.55;
alter table fact add column tier text not null default 'durable' check (tier in ('durable', 'episodic'));
alter table fact add column learnt_at text;
alter table fact add column retired_at text;
alter table fact add column reviewed integer not null default 0;
update fact set learnt_at = (select said_at from item where id = item); -- no later than this is known of the old ones

alter table episode add column lessons text not null default '[]';
alter table episode add column concerns text not null default '[]';
alter table episode add column tags text not null default '[]';
alter table episode add column user_state text;
alter table episode add column outcome text not null default 'neutral';
alter table episode add column archived_at text;
alter table episode add column merged_into integer references item (id) on delete set null;
