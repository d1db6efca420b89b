-- What an agent was told in each of its sessions, so that it is told once. A session is named as its agent names it: it
-- may be told something before its first turn is taken.

-- How far a session has come: messages answered, the number of its present subject, and that subject as the mean vector
-- of its messages (float32, absent without an embedder) and digests of their words, a JSON array; no text. What was said
-- before `lost_at` its agent has lost since, as its context was cut.
create table injection (
  scope integer not null references scope (id),
  session text not null,
  asked integer not null,
  subject integer not null,
  ongoing integer not null,
  lost_at text,
  vector blob,
  words text not null,
  primary key (scope, session)
) strict, without rowid;

-- What was told, at which message and within which subject; `digest` is of its line, which changes as what it says does.
create table injected (
  scope integer not null references scope (id),
  session text not null,
  item integer not null references item (id) on delete cascade,
  asked integer not null,
  subject integer not null,
  digest blob not null,
  primary key (scope, session, item)
) strict, without rowid;

create index injected_by_item on injected (item);
