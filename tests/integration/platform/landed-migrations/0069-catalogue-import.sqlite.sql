create table catalogue_import (
  id text primary key,
  author text not null,
  actor_json text,
  file_name text not null,
  file_key text,
  file_bytes integer not null,
  options_json text not null,
  undoes text,
  state text not null,
  planner text,
  report_json text,
  problem text,
  created_at integer not null,
  updated_at integer not null
  ) strict;
create index catalogue_import_by_time on catalogue_import (created_at);
create index catalogue_import_active on catalogue_import (created_at) where state in ('planning', 'running');
create table catalogue_import_row (
  import_id text not null references catalogue_import (id) on delete cascade,
  position integer not null,
  kind text not null,
  record_id text not null,
  name text not null,
  effect text not null,
  line integer not null,
  state text not null,
  message text,
  about text,
  changes_json text not null,
  before_json text,
  after_json text,
  primary key (import_id, position)
  ) strict, without rowid;
create index catalogue_import_row_of_state on catalogue_import_row (import_id, state, effect, position);
