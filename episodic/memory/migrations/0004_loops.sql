-- What is unfinished, what proves it, and everything that was done to it.

-- One thing somebody took on, waits for or put off. `id` comes from the sequence of `item`, so that a number names one
-- thing only, although a loop is no item and never ranked. `turn` is where it was first said: forgetting that turn
-- forgets the loop. `due` is a local day. Silence changes no state: stale is reckoned from `last_seen_at` when asked.
create table loop (
  id integer primary key,
  scope integer not null references scope (id),
  session integer not null references session (id) on delete cascade,
  turn integer not null references item (id) on delete cascade,
  project text,
  text text not null,
  quote text not null,
  owner text not null check (owner in ('user', 'assistant', 'other')),
  due text,
  state text not null default 'open' check (state in ('open', 'done', 'dropped', 'snoozed')),
  opened_at text not null,
  last_seen_at text not null,
  closed_at text,
  snoozed_until text
) strict;

create index loop_by_state on loop (scope, state);
create index loop_by_session on loop (session);
create index loop_by_turn on loop (turn);

-- Which turns say that a loop is open, and which that it is finished, each in its own words.
create table loop_evidence (
  loop integer not null references loop (id) on delete cascade,
  turn integer not null references item (id) on delete cascade,
  part text not null check (part in ('opens', 'closes')),
  quote text not null,
  primary key (loop, turn, part)
) strict, without rowid;

create index loop_evidence_by_turn on loop_evidence (turn);

-- Every change of a loop, by whom, with what it was before, so that the last one can be taken back. `turn` is the
-- evidence it rests on; `note` is what a person wrote.
create table loop_change (
  id integer primary key autoincrement,
  loop integer not null references loop (id) on delete cascade,
  what text not null check (what in ('opened', 'said again', 'done', 'dropped', 'snoozed', 'reopened')),
  decided_by text not null check (decided_by in ('user', 'evidence', 'referee')),
  turn integer references item (id) on delete set null,
  note text,
  old_state text,
  old_due text,
  old_closed_at text,
  old_snoozed_until text,
  at text not null,
  undone_at text
) strict;

create index loop_change_by_loop on loop_change (loop);
create index loop_change_by_turn on loop_change (turn);
