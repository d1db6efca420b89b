-- Who and what a user's items are about: names, what else they go by, and a short summary of each.

-- Somebody or something known by name, as long as any item mentions it. `key` is the name without case and spacing,
-- `identity` what tells two projects of one name apart. Which kind a `thing` is nobody has said yet.
create table entity (
  id integer primary key autoincrement,
  scope integer not null references scope (id),
  kind text not null check (kind in ('person', 'project', 'tool', 'file', 'organisation', 'thing')),
  name text not null,
  key text not null,
  identity text,
  learnt_at text not null
) strict;

create unique index entity_by_key on entity (scope, key, kind, coalesce(identity, ''));

-- What else an entity goes by, and the item that says so: forgotten, it takes the alias with it.
create table entity_alias (
  entity integer not null references entity (id) on delete cascade,
  alias text not null,
  key text not null,
  item integer not null references item (id) on delete cascade,
  primary key (entity, key)
) strict, without rowid;

create index entity_alias_by_item on entity_alias (item);

-- Two entities found to be one: everything of `entity` counts for `target`. A row is never edited but undone, so that
-- the table is also the log; `decided_by` is the user, or the guard on the evidence named in `why`.
create table entity_join (
  id integer primary key autoincrement,
  entity integer not null references entity (id) on delete cascade,
  target integer not null references entity (id) on delete cascade,
  why text not null,
  decided_by text not null check (decided_by in ('guard', 'user')),
  at text not null,
  undone_at text
) strict;

create unique index entity_join_now on entity_join (entity) where undone_at is null;
create index entity_join_by_target on entity_join (target);

-- Which items mention whom.
create table item_entity (
  item integer not null references item (id) on delete cascade,
  entity integer not null references entity (id) on delete cascade,
  primary key (item, entity)
) strict, without rowid;

create index item_entity_by_entity on item_entity (entity);

-- A name that no item mentions any more is forgotten too.
create trigger entity_unmentioned after delete on item_entity
when not exists (select 1 from item_entity where entity = old.entity)
begin
  delete from entity where id = old.entity;
end;

-- Every entity with the one it counts for, which is itself where it was never joined.
create view entity_root as
with recursive up (id, root) as (
  select id, id from entity
  union all
  select up.id, j.target from up join entity_join j on j.entity = up.root and j.undone_at is null
)
select id, root from up
where not exists (select 1 from entity_join j where j.entity = up.root and j.undone_at is null);

-- Who goes with whom: how often two stand in one turn, or in one current fact, which counts as the turn it is from.
create view entity_edge as
select
  ra.root as entity,
  rb.root as other,
  count(distinct coalesce((select min(turn) from evidence where item = i.id), i.id)) as shared
from entity_root ra
join item_entity a on a.entity = ra.id
join item i on i.id = a.item and i.live = 1 and i.layer in ('turn', 'fact')
join item_entity b on b.item = a.item
join entity_root rb on rb.id = b.entity and rb.root != ra.root
group by ra.root, rb.root;

-- A few sentences about an entity, each with the facts it stands on; shown, never searched. Stale once one of them is
-- no longer current. `basis` counts the facts there were when it was made.
create table profile (
  entity integer primary key references entity (id) on delete cascade,
  text text not null,
  written_by text not null check (written_by in ('rule', 'model')),
  basis integer not null,
  stale integer not null default 0,
  made_at text not null
) strict;

-- The facts a profile cites.
create table profile_fact (
  entity integer not null references profile (entity) on delete cascade,
  fact integer not null references item (id) on delete cascade,
  primary key (entity, fact)
) strict, without rowid;

create index profile_fact_by_fact on profile_fact (fact);

create trigger profile_outdated after update of live on item
when new.live != old.live
begin
  update profile set stale = 1 where entity in (select entity from profile_fact where fact = new.id);
end;

-- What a forgotten fact said must not live on in a summary.
create trigger profile_forgotten after delete on profile_fact
begin
  update profile set stale = 1, text = '' where entity = old.entity;
end;
