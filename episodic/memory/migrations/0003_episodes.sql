-- What an episode told at one time only is worth until then.
alter table episode add column valid_until text;
