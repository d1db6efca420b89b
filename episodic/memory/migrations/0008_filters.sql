-- What a search may be narrowed to is found by an index: nothing in it reads the wide rows of `item` one after another.

drop index item_by_time;
create index item_by_time on item (scope, layer, said_at, live);
create index item_by_kind on item (scope, kind, live) where kind is not null;
create index item_by_project on item (scope, project, layer, live);

-- When episodes went on, the last ones first to be found: what is asked about is mostly of late.
create index episode_by_end on episode (ended_at, started_at);

-- The few facts that say from when or until when they hold.
create index fact_by_validity on fact (valid_from, valid_until) where valid_from is not null or valid_until is not null;
