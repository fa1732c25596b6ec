create table web_vital (
  day text not null, page text not null, device text not null, metric text not null,
  bucket integer not null, times integer not null,
  primary key (day, page, device, metric, bucket)
  ) strict, without rowid;
