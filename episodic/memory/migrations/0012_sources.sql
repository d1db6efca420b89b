-- Which files were read when they had this size and this time, so that the next run reads only what grew. `path` is a
-- digest: a path names projects and people, and may outlive what was forgotten. `reader` is the version that read it, as
-- a newer one may read more. What the row says is that nothing is new there, never that it is remembered.
create table source_file (
  scope integer not null references scope (id),
  path blob not null,
  size integer not null,
  modified_ns integer not null,
  reader text not null,
  primary key (scope, path)
) strict, without rowid;
