-- What its owner may do to a memory: switch it off, keep things for so many days only, keep no transcript.

-- Since when nothing is written for a user, and for how many days what was said last is kept, by layer; null: for ever.
alter table scope add column paused_at text;
alter table scope add column keep_turns integer;
alter table scope add column keep_episodes integer;
alter table scope add column keep_facts integer;

-- Since when nothing is written for anybody; a row while that is so.
create table paused (
  at text not null
) strict;

-- 0 where its words were taken out and only that it was said is left, for what it proves.
alter table turn add column kept integer not null default 1;

-- Deleting an item looks for the episodes merged into it.
create index episode_by_merge on episode (merged_into);
