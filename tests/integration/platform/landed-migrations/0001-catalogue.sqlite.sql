create table invalidation (id integer primary key autoincrement, tag text not null, at integer not null) strict;
create index invalidation_at on invalidation (at);
create table catalogue_state (id integer primary key check (id = 1), version integer not null) strict;
create table facet_value (
  id integer primary key,
  kind text not null check (kind in ('category', 'brand', 'material', 'collection', 'size', 'color', 'age', 'availability')),
  slug text not null,
  name text not null,
  parent_id integer references facet_value (id),
  description text,
  image_src text,
  image_alt text,
  image_hash text,
  image_width integer,
  image_height integer,
  image_dominant text,
  product_count integer not null default 0 check (product_count >= 0),
  unique (kind, slug)
  ) strict;
create table product (
  id integer primary key,
  slug text not null unique,
  name text not null,
  brand_id integer references facet_value (id),
  material_id integer references facet_value (id),
  categories_json text not null,
  collections_json text not null,
  content text not null,
  long_content text not null,
  details_json text not null,
  size_fit_json text not null,
  color_notes_json text not null,
  care_json text not null,
  fibre text,
  origin text,
  maker text,
  sell_unit text not null check (sell_unit in ('piece', 'metre')),
  unit_step_cm integer not null check (unit_step_cm > 0),
  min_quantity integer not null check (min_quantity > 0),
  featured integer not null check (featured in (0, 1)),
  sold integer not null check (sold >= 0),
  status text not null check (status in ('active', 'draft')),
  options_json text not null,
  seo_title text,
  seo_description text,
  created_at integer not null,
  updated_at integer not null,
  version integer not null,
  type text not null check (type in ('simple', 'variable')),
  price_paise integer not null check (price_paise >= 0),
  sale_price_paise integer check (sale_price_paise >= 0),
  discount_percentage integer not null check (discount_percentage between 0 and 100),
  min_paise integer not null check (min_paise >= 0),
  max_paise integer not null check (max_paise >= min_paise),
  in_stock integer not null check (in_stock in (0, 1)),
  pre_order integer not null check (pre_order in (0, 1)),
  colors_json text not null,
  only_variant_id integer,
  rating_sum integer not null default 0,
  rating_count integer not null default 0
  ) strict;
create index product_version on product (version, id);
create table product_facet (
  value_id integer not null references facet_value (id),
  product_id integer not null references product (id) on delete cascade,
  primary key (value_id, product_id)
  ) strict, without rowid;
create index product_facet_product on product_facet (product_id, value_id);
create table product_listing (
  product_id integer primary key references product (id) on delete cascade,
  version integer not null,
  min_paise integer not null,
  sold integer not null,
  created_at integer not null,
  featured integer not null,
  tokens_json text not null
  ) strict;
create index product_listing_latest on product_listing (created_at desc, product_id desc);
create index product_listing_sold on product_listing (sold desc, product_id desc);
create index product_listing_cheap on product_listing (min_paise, product_id desc);
create index product_listing_featured on product_listing (featured, created_at desc, product_id desc);
create table variant (
  id integer primary key,
  product_id integer not null references product (id) on delete cascade,
  position integer not null,
  sku text,
  name text not null,
  values_json text not null,
  price_paise integer not null check (price_paise >= 0),
  sale_price_paise integer check (sale_price_paise >= 0 and sale_price_paise <= price_paise),
  quantity integer not null check (quantity >= 0),
  pre_order_at integer,
  hsn text,
  barcode text,
  weight_g integer,
  size_id integer not null,
  color_id integer not null,
  age_id integer not null
  ) strict;
create index variant_product on variant (product_id, position);
create index variant_sku on variant (sku);
create table bolt (
  variant_id integer not null references variant (id) on delete cascade,
  position integer not null,
  length_cm integer not null check (length_cm >= 0),
  primary key (variant_id, position)
  ) strict, without rowid;
create table picture (
  product_id integer not null references product (id) on delete cascade,
  position integer not null,
  src text not null,
  alt text not null,
  color text,
  hash text,
  width integer,
  height integer,
  dominant text,
  primary key (product_id, position)
  ) strict, without rowid;
create index picture_hash on picture (hash);
create table review (
  id text primary key,
  product_id integer not null references product (id) on delete cascade,
  customer_id text,
  name text not null,
  rating integer not null check (rating between 1 and 5),
  summary text not null,
  fit text check (fit in ('small', 'true', 'large')),
  verified integer not null check (verified in (0, 1)),
  created_at integer not null
  ) strict;
create index review_product on review (product_id, created_at desc);
create unique index review_customer on review (customer_id, product_id);
create virtual table product_search using fts5 (name_words, words, content = '', contentless_delete = 1, prefix = '2 3', tokenize = 'unicode61 remove_diacritics 0 categories ''L* N* M* Co''');
insert into "catalogue_state" ("id", "version") values (?, ?);
insert into "facet_value" ("id", "kind", "slug", "name", "product_count") values (?, ?, ?, ?, ?);
insert into "facet_value" ("id", "kind", "slug", "name", "product_count") values (?, ?, ?, ?, ?);
