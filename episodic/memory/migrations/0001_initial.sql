-- The first shape of a home's one file. Times are UTC ISO-8601 text with six decimals and a Z, so that they sort.
-- Ids are never reused. A user's rows are found by `scope` in every query.

-- One row a user of this home.
create table scope (
  id integer primary key,
  user text not null unique,
  created_at text not null
) strict;

-- A conversation. `indexed_seq`, `consolidated_seq` and `told_seq` are the last turns that reached the index, the facts
-- and the episodes; each moves in the same transaction as the rows derived from it. `journal_bytes` is how much of its
-- journal is indexed.
create table session (
  id integer primary key autoincrement,
  scope integer not null references scope (id),
  external_id text not null,
  source text,
  project text,
  started_at text,
  last_turn_at text,
  indexed_seq integer not null default -1,
  consolidated_seq integer not null default -1,
  told_seq integer not null default -1,
  journal_bytes integer not null default 0,
  attempts integer not null default 0,
  parked_reason text,
  unique (scope, external_id)
) strict;

-- The searchable thing: a turn, a fact or an episode. `own` and `context` are its words as prepared for the lexical
-- index, which keeps no copy of them: what it says and what stands around it. `live` is 0 once it is replaced.
create table item (
  id integer primary key autoincrement,
  scope integer not null references scope (id),
  layer text not null check (layer in ('fact', 'episode', 'turn')),
  kind text,
  project text,
  said_at text not null,
  live integer not null default 1,
  text text not null,
  own text not null,
  context text not null
) strict;

create index item_by_time on item (scope, layer, said_at);

-- What was said. `seq` counts from 0 in its session, in the order of the journal.
create table turn (
  item integer primary key references item (id) on delete cascade,
  session integer not null references session (id) on delete cascade,
  seq integer not null,
  role text not null,
  name text,
  origin text not null,
  unique (session, seq)
) strict;

-- Digests of what a turn goes by in its sources (a uuid, or role, time and text): known once, never taken in twice.
create table identity (
  scope integer not null references scope (id),
  digest blob not null,
  item integer not null references item (id) on delete cascade,
  primary key (scope, digest)
) strict, without rowid;

create index identity_by_item on identity (item);

-- HMAC, under a key of the home, of a forgotten turn's identity: the same source does not bring it back.
create table tombstone (
  mac blob primary key
) strict, without rowid;

-- What is true, with the words that prove it. `quote` stands verbatim in its evidence.
create table fact (
  item integer primary key references item (id) on delete cascade,
  quote text not null,
  speaker text not null,
  stance text not null,
  confidence text not null check (confidence in ('high', 'medium', 'low')),
  recurrence integer not null default 1,
  valid_from text,
  valid_until text,
  last_confirmed_at text not null
) strict;

-- What happened in one session, or in one stretch of it. Lists are JSON arrays of text. Written once.
create table episode (
  item integer primary key references item (id) on delete cascade,
  session integer not null references session (id) on delete cascade,
  subject text not null,
  topics text not null,
  decisions text not null,
  advice_given text not null,
  actions text not null,
  key_numbers text not null,
  turn_count integer not null,
  started_at text not null,
  ended_at text not null
) strict;

create index episode_by_session on episode (session);

-- Which turns prove an item.
create table evidence (
  item integer not null references item (id) on delete cascade,
  turn integer not null references item (id) on delete cascade,
  primary key (item, turn)
) strict, without rowid;

create index evidence_by_turn on evidence (turn);

-- An embedder that vectors came from; rows of two never mix. One is active; a change puts every item in `waiting`.
create table embedding_profile (
  id integer primary key autoincrement,
  name text not null,
  fingerprint text not null unique,
  dimension integer not null,
  active integer not null default 0
) strict;

-- A text in pieces of about 200 tokens, `start` and `end` in characters. An item scores by its best passage.
create table passage (
  id integer primary key autoincrement,
  item integer not null references item (id) on delete cascade,
  ordinal integer not null,
  start integer not null,
  "end" integer not null,
  unique (item, ordinal)
) strict;

-- A passage's vector, float32 little-endian, of length 1. The scan over one bit a dimension is a vec0 table beside it.
create table embedding (
  passage integer not null references passage (id) on delete cascade,
  profile integer not null references embedding_profile (id),
  vector blob not null,
  primary key (passage, profile)
) strict;

-- Items whose vectors are still to be made.
create table waiting (
  item integer primary key references item (id) on delete cascade
) strict;
