-- Projects that move: what each of them is known by beside its name.

-- `name` is one that a project had before, `remote` an address as projects are called by it, `commit` where its history
-- begins, `folder` where it lies or lay. Forks begin with the same commit, so a mark may be of several projects; a name
-- and a folder are of one.
create table project_mark (
  scope integer not null references scope (id),
  kind text not null check (kind in ('name', 'remote', 'commit', 'folder')),
  value text not null,
  project text not null,
  primary key (scope, kind, value, project)
) strict, without rowid;

create index project_mark_by_project on project_mark (scope, project);

-- A folder without a repository gave its project its path as a name.
insert or ignore into project_mark
select scope, 'folder', project, project from session where project like '/%';
