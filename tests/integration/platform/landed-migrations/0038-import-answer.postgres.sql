create table import_answer (
  kind text not null,
  word text not null,
  means text not null,
  primary key (kind, word)
  ) ;
