-- Threads of work that go on across sessions, and everything that was done to them.

-- One thread. `id` comes from the sequence of `item`, so that a number names one thing only, although a thread is no item
-- and never ranked. `name` is ours until `named_by` a person. It is a hypothesis until a second session is in it and
-- dormant when nothing was said for long; both are reckoned from its members when asked.
create table workstream (
  id integer primary key,
  scope integer not null references scope (id),
  project text,
  name text not null,
  named_by text not null default 'guard' check (named_by in ('guard', 'referee', 'user')),
  opened_at text not null,
  closed_at text,
  merged_into integer references workstream (id) on delete set null
) strict;

create index workstream_by_scope on workstream (scope);

-- Which thread an episode is part of, by whom and with what score.
create table membership (
  episode integer primary key references item (id) on delete cascade,
  workstream integer not null references workstream (id) on delete cascade,
  score real,
  decided_by text not null check (decided_by in ('guard', 'referee', 'user')),
  at text not null
) strict;

create index membership_by_workstream on membership (workstream);

-- What an episode is held against others by: the mean of its turns' vectors from the middle of all talk (float32, absent
-- without an embedder), the words that tell what it is about, and digests of its opening words, as JSON arrays.
create table activity (
  episode integer primary key references item (id) on delete cascade,
  vector blob,
  terms text not null,
  openings text not null
) strict;

-- Every change of a thread, by whom; `before` is what undoing it needs, as a JSON object.
create table workstream_change (
  id integer primary key autoincrement,
  workstream integer not null references workstream (id) on delete cascade,
  what text not null check (what in ('opened', 'attached', 'renamed', 'merged', 'split', 'closed', 'reopened')),
  decided_by text not null check (decided_by in ('guard', 'referee', 'user')),
  before text not null,
  at text not null,
  undone_at text
) strict;

create index workstream_change_by_workstream on workstream_change (workstream);
