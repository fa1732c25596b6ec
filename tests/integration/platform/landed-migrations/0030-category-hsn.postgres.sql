alter table facet_value add column hsn text;
alter table variant add column tax_hsn text;
update variant set tax_hsn = hsn where hsn is not null and length(hsn) in (4, 6, 8);
alter table product add column held_back bigint not null default 0;
