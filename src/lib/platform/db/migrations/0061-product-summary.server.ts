import type { Engine, Tx } from '#lib/platform/db/db.server.ts';
import { createTables } from '#lib/platform/db/migrations/create-tables.server.ts';
import type { Migration } from '#lib/platform/db/migrations/migrate.server.ts';

/**
 * The owner's list of products searches, filters and sorts these narrow rows; those of `product` contain long texts, so
 * that reading 100,000 of them takes too long.
 */
export const productSummary: Migration = {
  name: '0061-product-summary',
  up: (tx: Tx, engine: Engine) => createTables(tx, engine, statements(engine)),
};

const textOf = (engine: Engine) => (engine === 'postgres' ? 'text collate "C"' : 'text');
/** Only the letters A to Z, as `nameKey` does. */
const lowerName = (engine: Engine) => (engine === 'postgres' ? 'lower(name collate "C")' : 'lower(name)');

const statements = (engine: Engine) => [
  `create table product_summary (
    id INT primary key references product (id) on delete cascade,
    name_key ${textOf(engine)} not null,
    slug ${textOf(engine)} not null,
    status text not null check (status in ('active', 'draft', 'held_back')),
    created_at INT not null,
    min_paise INT not null,
    stock INT not null,
    has_picture INT not null check (has_picture in (0, 1)),
    has_hsn INT not null check (has_hsn in (0, 1))
  ) END`,
  `insert into product_summary (id, name_key, slug, status, created_at, min_paise, stock, has_picture, has_hsn)
    select id, ${lowerName(engine)}, slug, case held_back when 1 then 'held_back' else status end, created_at, min_paise,
      coalesce((select sum(quantity) from variant where product_id = product.id), 0),
      case when exists (select 1 from picture where product_id = product.id and hash is not null) then 1 else 0 end,
      case when exists (select 1 from variant where product_id = product.id and tax_hsn is null) then 0 else 1 end
    from product`,
  // Each contains all that the filters compare, so that a search reads one index in its order, and no rows.
  index('by_time', ['created_at', 'id', 'name_key']),
  index('by_name', ['name_key', 'id', 'created_at']),
  index('by_price', ['min_paise', 'id', 'name_key', 'created_at']),
  index('by_stock', ['stock', 'id', 'name_key', 'created_at']),
  `create index product_summary_not_active on product_summary (id) where status <> 'active'`,
  'create index product_sold_out on product (id) where in_stock = 0 and pre_order = 0',
];

function index(name: string, columns: readonly string[]): string {
  const all = [...columns, 'slug', 'status', 'has_picture', 'has_hsn'];
  return `create index product_summary_${name} on product_summary (${all.join(', ')})`;
}
