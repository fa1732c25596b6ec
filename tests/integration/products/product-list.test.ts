import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { listProductRows } from '#lib/catalog/desk/list/list-products.server.ts';
import { PRODUCT_QUERY } from '#lib/catalog/desk/list/product-query.schema.ts';
import type { CatalogueEntry, ProductRecord } from '#lib/catalog/import/record/catalog-record.ts';
import { saveCatalogueBatch } from '#lib/catalog/import/save/save-catalogue.server.ts';
import { setStock } from '#lib/catalog/inventory/set-stock.server.ts';
import { updateProductStock } from '#lib/catalog/inventory/update-product-stock.server.ts';
import { productSummary } from '#lib/platform/db/migrations/0061-product-summary.server.ts';
import { transaction } from '#lib/platform/db/transaction.server.ts';
import { DAY_MS } from '#lib/primitives/durations.ts';
import { onBothEngines } from '#support/database.ts';
import { insertOrder } from '#support/order-row.ts';
import { queryPlans } from '#support/query-plans.ts';
import { generateRecords } from '../../bench/generate-catalogue.ts';

const NOW = Date.parse('2026-11-27T06:00:00Z');
const PICTURE = { hash: 'abc', width: 800, height: 1000, dominant: '#aabbcc' };
const COPIES = 600;

const CATEGORIES: CatalogueEntry[] = [
  { type: 'category', slug: 'women', name: 'Women', hsn: '6204' },
  { type: 'category', slug: 'women-kurtas', name: 'Kurtas', parent: 'women' },
  { type: 'category', slug: 'home', name: 'Home' },
];

function product(slug: string, moreFields: Partial<ProductRecord> = {}): ProductRecord {
  return {
    ...{
      type: 'product',
      slug,
      name: slug,
      categories: ['women-kurtas'],
      sell_unit: 'piece',
      created_at: '2026-01-05',
    },
    variants: [{ price: 1_000, quantity: 5 }],
    ...moreFields,
  };
}

onBothEngines('the owner’s list of products', (open) => {
  async function setUp(...products: ProductRecord[]) {
    const db = await open();
    await saveCatalogueBatch(db, [...CATEGORIES, ...products], new Map([['a.jpg', PICTURE]]), { now: NOW });
    const page = (typed: Record<string, string> = {}) => listProductRows(db, PRODUCT_QUERY.parse(typed), NOW);
    const slugs = async (typed: Record<string, string> = {}) => (await page(typed)).rows.map(({ slug }) => slug);
    const idOf = async (slug: string) =>
      (await db.read.selectFrom('product').select('id').where('slug', '=', slug).executeTakeFirstOrThrow()).id;
    return { db, page, slugs, idOf };
  }

  test('shows picture, prices, stock of all variants and status of each product, the newest first', async () => {
    const { page } = await setUp(
      product('old-shawl', { created_at: '2025-01-01', status: 'draft' }),
      product('kurta', {
        name: 'Indigo Kurta',
        options: ['size'],
        images: [{ src: 'a.jpg', alt: '' }],
        variants: [
          { sku: 'KUR-S', values: { size: 'S' }, price: 999, quantity: 2 },
          { sku: 'KUR-M', values: { size: 'M' }, price: 1_299.5, sale_price: 1_199, quantity: 3 },
        ],
      }),
      product('cloth', {
        created_at: '2026-02-01',
        sell_unit: 'metre',
        variants: [{ price: 300, quantity: 12.5, bolts: [10, 2.5] }],
      }),
    );
    const { rows } = await page();
    expect(rows.map(({ slug, stock, variants, status }) => [slug, stock, variants, status])).toEqual([
      ['cloth', 1_250, 1, 'active'],
      ['kurta', 5, 2, 'active'],
      ['old-shawl', 5, 1, 'draft'],
    ]);
    expect(rows[1]).toMatchObject({ name: 'Indigo Kurta', picture: 'abc', minPaise: 99_900, maxPaise: 119_900 });
  });

  test.each([
    ['a word of the name', 'kurta', ['indigo']],
    ['a part of a word', 'ndig', ['indigo']],
    ['all words in any order', 'KURTA indigo', ['indigo']],
    ['the slug', 'indigo', ['indigo']],
    ['a SKU', 'KUR-M', ['indigo']],
    ['the beginning of a SKU in another spelling', 'kurm', ['indigo']],
    ['a word that no product has', 'saree', []],
    ['a percent sign', '100%', ['wrap']],
    ['a percent sign that is not a wildcard', 's%k', []],
    ['an underscore that is not a wildcard', 's_lk', []],
    ['one letter', 'k', ['indigo', 'wrap']],
  ])('is searched by %s', async (_what, search, expected) => {
    const { slugs } = await setUp(
      product('indigo', {
        name: 'Hand Block Kurta in Indigo',
        status: 'draft',
        options: ['size'],
        variants: [{ sku: 'KUR-M', values: { size: 'M' }, price: 999, quantity: 2 }],
      }),
      product('wrap', { name: 'Silk 100% wrap' }),
    );
    expect(await slugs({ search, sort: 'name' })).toEqual(expected);
  });

  test('filters by status, missing picture and HSN, stock, and category with its subcategories', async () => {
    const { slugs } = await setUp(
      product('full', { images: [{ src: 'a.jpg', alt: '' }] }),
      product('sold', { variants: [{ price: 500, quantity: 0 }] }),
      product('plain', { categories: ['home'] }),
      product('draft', { status: 'draft', images: [{ src: 'missing.jpg', alt: '' }] }),
    );
    expect(await slugs({ status: 'draft' })).toEqual(['draft']);
    expect(await slugs({ status: 'active', sort: 'name' })).toEqual(['full', 'plain', 'sold']);
    expect(await slugs({ needs: 'picture', sort: 'name' })).toEqual(['draft', 'plain', 'sold']);
    expect(await slugs({ needs: 'hsn' })).toEqual(['plain']);
    expect(await slugs({ needs: 'sold_out' })).toEqual(['sold']);
    expect(await slugs({ category: 'home' })).toEqual(['plain']);
    expect(await slugs({ category: 'women', sort: 'name' })).toEqual(['draft', 'full', 'sold']);
    expect(await slugs({ category: 'women-kurtas', status: 'draft' })).toEqual(['draft']);
    expect(await slugs({ needs: 'nonsense', status: 'x', sort: 'y', after: '1; drop' })).toHaveLength(4);
  });

  test('filters by products that were ordered lately and run low, and by those that did not sell in 90 days', async () => {
    const { db, slugs, idOf } = await setUp(
      product('low', { variants: [{ price: 500, quantity: 1 }] }),
      product('idle', { variants: [{ price: 500, quantity: 1 }] }),
      product('new', { created_at: '2026-11-01' }),
    );
    const sell = async (id: string, slug: string, at: number, order_status: 'placed' | 'cancelled' = 'placed') => {
      await insertOrder(db, id, { created_at: at, order_status });
      const product_id = await idOf(slug);
      const { id: variant_id } = await db.read
        .selectFrom('variant')
        .select('id')
        .where('product_id', '=', product_id)
        .executeTakeFirstOrThrow();
      await db.write.updateTable('order_line').set({ product_id, variant_id }).where('order_id', '=', id).execute();
    };
    await sell('o1', 'low', NOW - DAY_MS);
    await sell('o2', 'idle', NOW - 91 * DAY_MS);
    await sell('o3', 'idle', NOW - DAY_MS, 'cancelled');
    expect(await slugs({ needs: 'unsold' })).toEqual(['idle']);
    await sell('o4', 'idle', NOW - 31 * DAY_MS);
    expect(await slugs({ needs: 'unsold' })).toEqual([]);
    // A cancelled order counts, too.
    expect(await slugs({ needs: 'low_stock' })).toEqual(['idle', 'low']);
  });

  test('sorts by name, price and stock, page by page and back, even if values are equal', async () => {
    const { page } = await setUp(
      ...Array.from({ length: 100 }, (_, n) =>
        product(`p${n}`, { name: `Kurta ${n % 7}`, variants: [{ price: 500 + (n % 5), quantity: n % 9 }] }),
      ),
    );
    for (const sort of ['name', 'name_desc', 'cheapest', 'dearest', 'least_stock', 'most_stock', 'oldest']) {
      const first = await page({ sort });
      const second = await page({ sort, after: first.next ?? '' });
      const third = await page({ sort, after: second.next ?? '' });
      const all = [first, second, third].flatMap(({ rows }) => rows);
      expect(new Set(all.map(({ slug }) => slug)).size).toBe(100);
      expect([first.previous, third.next]).toEqual([undefined, undefined]);
      expect(await page({ sort, before: third.previous ?? '' })).toEqual(second);
      const values = all.map((row) => (sort.startsWith('name') ? row.name : valueFor(sort, row)));
      const ascending = values.toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0));
      expect(values).toEqual(/desc|dearest|most/.test(sort) ? ascending.toReversed() : ascending);
    }
    const byName = await page({ sort: 'name' });
    const { rows } = await page({ sort: 'cheapest', after: byName.next ?? '' });
    expect(rows).toEqual((await page({ sort: 'cheapest' })).rows);
  });

  function valueFor(sort: string, row: { minPaise: number; stock: number; createdAt: number }): number {
    if (sort.endsWith('_stock')) return row.stock;
    return sort === 'oldest' ? row.createdAt : row.minPaise;
  }

  test('has the same rows after its migration as after an import', async () => {
    const { db } = await setUp(
      product('full', { name: 'ÉTÉ Full', images: [{ src: 'a.jpg', alt: '' }] }),
      product('plain', { categories: ['home'], status: 'draft' }),
    );
    const rows = () => db.read.selectFrom('product_summary').selectAll().orderBy('id').execute();
    const written = await rows();
    expect(written).toHaveLength(2);
    await transaction(db, async (tx) => {
      await sql`drop table product_summary`.execute(tx);
      await sql`drop index product_sold_out`.execute(tx);
      await productSummary.up(tx, db.engine);
    });
    expect(await rows()).toEqual(written);
  });

  test('reflects a change of a product and of its category', async () => {
    const { db, slugs } = await setUp(product('plain', { categories: ['home'] }));
    expect(await slugs({ needs: 'hsn' })).toEqual(['plain']);
    await saveCatalogueBatch(db, [{ type: 'category', slug: 'home', hsn: '6304' }]);
    expect(await slugs({ needs: 'hsn' })).toEqual([]);
    await saveCatalogueBatch(db, [{ type: 'product', slug: 'plain', name: 'Quilt', status: 'draft' }]);
    expect(await slugs({ search: 'quilt', status: 'draft' })).toEqual(['plain']);
  });

  test('is sorted by stored stock, which each update brings up to date', async () => {
    const { db, page, slugs } = await setUp(
      product('five', { variants: [{ sku: 'FIVE', price: 500, quantity: 5 }] }),
      product('four', { variants: [{ sku: 'FOUR', price: 500, quantity: 4 }] }),
    );
    await updateProductStock(db, NOW);
    expect(await slugs({ sort: 'most_stock' })).toEqual(['five', 'four']);
    await setStock(db, 'FIVE', [3], { why: 'count', at: NOW });
    expect((await page()).rows.map(({ stock }) => stock)).toEqual([4, 3]);
    expect(await updateProductStock(db, NOW)).toBe(1);
    expect(await slugs({ sort: 'most_stock' })).toEqual(['four', 'five']);
    expect(await updateProductStock(db, NOW)).toBe(0);
    await saveCatalogueBatch(
      db,
      [product('five', { variants: [{ sku: 'FIVE', price: 600, quantity: 9 }] })],
      new Map(),
      {
        writesStock: true,
      },
    );
    expect(await slugs({ sort: 'most_stock' })).toEqual(['five', 'four']);
  });

  test('does not scan the tables of products and pictures', async () => {
    const db = await open();
    const records: CatalogueEntry[] = [];
    for await (const record of generateRecords(COPIES)) records.push(record);
    await saveCatalogueBatch(db, records, new Map(), { now: NOW });
    await sql`analyze`.execute(db.write);
    const lists = [
      {},
      { sort: 'name' },
      { sort: 'least_stock', after: '3.5' },
      { sort: 'dearest', after: '100000.300' },
      { search: 'kurta' },
      { search: 'kurta linen', status: 'active', sort: 'cheapest' },
      { needs: 'picture' },
      { needs: 'hsn', sort: 'name' },
      { needs: 'sold_out' },
      { category: 'women-kurtas' },
      { category: 'women', sort: 'name' },
    ];
    const plan = await queryPlans(db, async (recorded) => {
      for (const typed of lists) await listProductRows(recorded, PRODUCT_QUERY.parse(typed), NOW);
    });
    expect(plan).not.toMatch(/SCAN (product|variant|picture)"|Seq Scan on (product|picture) /);
  });
});
