alter table orders add column tax_scheme text not null default 'regular'
  check (tax_scheme in ('regular', 'composition', 'unregistered'));

  select state, body from own_content where path = 'settings' order by version desc limit 1;
