create table web_vital (
  day text not null, page text not null, device text not null, metric text not null,
  bucket bigint not null, times bigint not null,
  primary key (day, page, device, metric, bucket)
  ) ;
