import type { Engine, Tx } from '#lib/platform/db/db.server.ts';
import { createTables } from '#lib/platform/db/migrations/create-tables.server.ts';
import type { Migration } from '#lib/platform/db/migrations/migrate.server.ts';
import { createSearchTable } from '#lib/platform/db/search-table.server.ts';

export const catalogueTables: Migration = {
  name: '0001-catalogue',
  async up(tx: Tx, engine: Engine): Promise<void> {
    await createTables(tx, engine, STATEMENTS);
    await createSearchTable(tx, engine);
    await tx.insertInto('catalogue_state').values({ id: 1, version: 0 }).execute();
    for (const [index, [slug, name]] of [
      ['in_stock', 'In stock'] as const,
      ['pre_order', 'Pre-order'] as const,
    ].entries()) {
      await tx
        .insertInto('facet_value')
        .values({ id: index + 1, kind: 'availability', slug, name, product_count: 0 })
        .execute();
    }
  },
};

const STATEMENTS = [
  'create table invalidation (id AUTO_ID AUTO_KEY, tag text not null, at INT not null) END',
  'create index invalidation_at on invalidation (at)',
  'create table catalogue_state (id INT primary key check (id = 1), version INT not null) END',
  `create table facet_value (
    id INT primary key,
    kind text not null check (kind in ('category', 'brand', 'material', 'collection', 'size', 'color', 'age', 'availability')),
    slug text not null,
    name text not null,
    parent_id INT references facet_value (id),
    description text,
    image_src text,
    image_alt text,
    image_hash text,
    image_width INT,
    image_height INT,
    image_dominant text,
    product_count INT not null default 0 check (product_count >= 0),
    unique (kind, slug)
  ) END`,
  `create table product (
    id INT primary key,
    slug text not null unique,
    name text not null,
    brand_id INT references facet_value (id),
    material_id INT references facet_value (id),
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
    unit_step_cm INT not null check (unit_step_cm > 0),
    min_quantity INT not null check (min_quantity > 0),
    featured INT not null check (featured in (0, 1)),
    sold INT not null check (sold >= 0),
    status text not null check (status in ('active', 'draft')),
    options_json text not null,
    seo_title text,
    seo_description text,
    created_at INT not null,
    updated_at INT not null,
    version INT not null,
    type text not null check (type in ('simple', 'variable')),
    price_paise INT not null check (price_paise >= 0),
    sale_price_paise INT check (sale_price_paise >= 0),
    discount_percentage INT not null check (discount_percentage between 0 and 100),
    min_paise INT not null check (min_paise >= 0),
    max_paise INT not null check (max_paise >= min_paise),
    in_stock INT not null check (in_stock in (0, 1)),
    pre_order INT not null check (pre_order in (0, 1)),
    colors_json text not null,
    only_variant_id INT,
    rating_sum INT not null default 0,
    rating_count INT not null default 0
  ) END`,
  'create index product_version on product (version, id)',
  `create table product_facet (
    value_id INT not null references facet_value (id),
    product_id INT not null references product (id) on delete cascade,
    primary key (value_id, product_id)
  ) KEYED_END`,
  'create index product_facet_product on product_facet (product_id, value_id)',
  `create table product_listing (
    product_id INT primary key references product (id) on delete cascade,
    version INT not null,
    min_paise INT not null,
    sold INT not null,
    created_at INT not null,
    featured INT not null,
    tokens_json text not null
  ) END`,
  'create index product_listing_latest on product_listing (created_at desc, product_id desc)',
  'create index product_listing_sold on product_listing (sold desc, product_id desc)',
  'create index product_listing_cheap on product_listing (min_paise, product_id desc)',
  'create index product_listing_featured on product_listing (featured, created_at desc, product_id desc)',
  `create table variant (
    id INT primary key,
    product_id INT not null references product (id) on delete cascade,
    position INT not null,
    sku text,
    name text not null,
    values_json text not null,
    price_paise INT not null check (price_paise >= 0),
    sale_price_paise INT check (sale_price_paise >= 0 and sale_price_paise <= price_paise),
    quantity INT not null check (quantity >= 0),
    pre_order_at INT,
    hsn text,
    barcode text,
    weight_g INT,
    size_id INT not null,
    color_id INT not null,
    age_id INT not null
  ) END`,
  'create index variant_product on variant (product_id, position)',
  'create index variant_sku on variant (sku)',
  `create table bolt (
    variant_id INT not null references variant (id) on delete cascade,
    position INT not null,
    length_cm INT not null check (length_cm >= 0),
    primary key (variant_id, position)
  ) KEYED_END`,
  `create table picture (
    product_id INT not null references product (id) on delete cascade,
    position INT not null,
    src text not null,
    alt text not null,
    color text,
    hash text,
    width INT,
    height INT,
    dominant text,
    primary key (product_id, position)
  ) KEYED_END`,
  'create index picture_hash on picture (hash)',
  `create table review (
    id text primary key,
    product_id INT not null references product (id) on delete cascade,
    customer_id text,
    name text not null,
    rating INT not null check (rating between 1 and 5),
    summary text not null,
    fit text check (fit in ('small', 'true', 'large')),
    verified INT not null check (verified in (0, 1)),
    created_at INT not null
  ) END`,
  'create index review_product on review (product_id, created_at desc)',
  'create unique index review_customer on review (customer_id, product_id)',
];
