import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { listProductRows } from '#lib/catalog/admin/list/list-products.server.ts';
import { PRODUCT_QUERY } from '#lib/catalog/admin/list/product-query.schema.ts';
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
const GENERATED_COUNT = 600;

const CATEGORIES: CatalogueEntry[] = [
  { type: 'category', slug: 'women', name: 'Women', hsn: '6204' },
  { type: 'category', slug: 'women-kurtas', name: 'Kurtas', parent: 'women' },
  { type: 'category', slug: 'home', name: 'Home' },
];

function createRecord(slug: string, moreFields: Partial<ProductRecord> = {}): ProductRecord {
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

onBothEngines('the owner’s product list', (open) => {
  async function setUp(...products: ProductRecord[]) {
    const db = await open();
    await saveCatalogueBatch(db, [...CATEGORIES, ...products], new Map([['a.jpg', PICTURE]]), { now: NOW });
    const listPage = (filters: Record<string, string> = {}) => listProductRows(db, PRODUCT_QUERY.parse(filters), NOW);
    const listSlugs = async (filters: Record<string, string> = {}) =>
      (await listPage(filters)).rows.map(({ slug }) => slug);
    const readProductId = async (slug: string) =>
      (await db.read.selectFrom('product').select('id').where('slug', '=', slug).executeTakeFirstOrThrow()).id;
    return { db, listPage, listSlugs, readProductId };
  }

  test('shows the picture, prices, total stock and status of each product, newest first', async () => {
    const { listPage } = await setUp(
      createRecord('old-shawl', { created_at: '2025-01-01', status: 'draft' }),
      createRecord('kurta', {
        name: 'Indigo Kurta',
        options: ['size'],
        images: [{ src: 'a.jpg', alt: '' }],
        variants: [
          { sku: 'KUR-S', values: { size: 'S' }, price: 999, quantity: 2 },
          { sku: 'KUR-M', values: { size: 'M' }, price: 1_299.5, sale_price: 1_199, quantity: 3 },
        ],
      }),
      createRecord('cloth', {
        created_at: '2026-02-01',
        sell_unit: 'metre',
        variants: [{ price: 300, quantity: 12.5, bolts: [10, 2.5] }],
      }),
    );
    const { rows } = await listPage();
    expect(rows.map(({ slug, stock, variantCount, status }) => [slug, stock, variantCount, status])).toEqual([
      ['cloth', 1_250, 1, 'active'],
      ['kurta', 5, 2, 'active'],
      ['old-shawl', 5, 1, 'draft'],
    ]);
    expect(rows[1]).toMatchObject({ name: 'Indigo Kurta', pictureHash: 'abc', minPaise: 99_900, maxPaise: 119_900 });
  });

  test.each([
    ['a word in the name', 'kurta', ['indigo']],
    ['part of a word', 'ndig', ['indigo']],
    ['all words in any order', 'KURTA indigo', ['indigo']],
    ['the slug', 'indigo', ['indigo']],
    ['a SKU', 'KUR-M', ['indigo']],
    ['the beginning of a SKU, without its hyphen', 'kurm', ['indigo']],
    ['a word that no product has', 'saree', []],
    ['a percent sign', '100%', ['wrap']],
    ['a percent sign that is not a wildcard', 's%k', []],
    ['an underscore that is not a wildcard', 's_lk', []],
    ['one letter', 'k', ['indigo', 'wrap']],
  ])('can be searched for %s', async (_description, search, expectedSlugs) => {
    const { listSlugs } = await setUp(
      createRecord('indigo', {
        name: 'Hand Block Kurta in Indigo',
        status: 'draft',
        options: ['size'],
        variants: [{ sku: 'KUR-M', values: { size: 'M' }, price: 999, quantity: 2 }],
      }),
      createRecord('wrap', { name: 'Silk 100% wrap' }),
    );
    expect(await listSlugs({ search, sort: 'name' })).toEqual(expectedSlugs);
  });

  test('filters by status, missing picture, missing HSN code, stock, and category with its subcategories', async () => {
    const { listSlugs } = await setUp(
      createRecord('full', { images: [{ src: 'a.jpg', alt: '' }] }),
      createRecord('sold', { variants: [{ price: 500, quantity: 0 }] }),
      createRecord('plain', { categories: ['home'] }),
      createRecord('draft', { status: 'draft', images: [{ src: 'missing.jpg', alt: '' }] }),
    );
    expect(await listSlugs({ status: 'draft' })).toEqual(['draft']);
    expect(await listSlugs({ status: 'active', sort: 'name' })).toEqual(['full', 'plain', 'sold']);
    expect(await listSlugs({ needs: 'picture', sort: 'name' })).toEqual(['draft', 'plain', 'sold']);
    expect(await listSlugs({ needs: 'hsn' })).toEqual(['plain']);
    expect(await listSlugs({ needs: 'sold_out' })).toEqual(['sold']);
    expect(await listSlugs({ category: 'home' })).toEqual(['plain']);
    expect(await listSlugs({ category: 'women', sort: 'name' })).toEqual(['draft', 'full', 'sold']);
    expect(await listSlugs({ category: 'women-kurtas', status: 'draft' })).toEqual(['draft']);
    expect(await listSlugs({ needs: 'nonsense', status: 'x', sort: 'y', after: '1; drop' })).toHaveLength(4);
  });

  test('filters for low-stock products with recent orders, and for products without sales in 90 days', async () => {
    const { db, listSlugs, readProductId } = await setUp(
      createRecord('low', { variants: [{ price: 500, quantity: 1 }] }),
      createRecord('idle', { variants: [{ price: 500, quantity: 1 }] }),
      createRecord('new', { created_at: '2026-11-01' }),
    );
    const insertSale = async (
      id: string,
      slug: string,
      createdAt: number,
      order_status: 'placed' | 'cancelled' = 'placed',
    ) => {
      await insertOrder(db, id, { created_at: createdAt, order_status });
      const product_id = await readProductId(slug);
      const { id: variant_id } = await db.read
        .selectFrom('variant')
        .select('id')
        .where('product_id', '=', product_id)
        .executeTakeFirstOrThrow();
      await db.write.updateTable('order_line').set({ product_id, variant_id }).where('order_id', '=', id).execute();
    };
    await insertSale('o1', 'low', NOW - DAY_MS);
    await insertSale('o2', 'idle', NOW - 91 * DAY_MS);
    await insertSale('o3', 'idle', NOW - DAY_MS, 'cancelled');
    expect(await listSlugs({ needs: 'unsold' })).toEqual(['idle']);
    await insertSale('o4', 'idle', NOW - 31 * DAY_MS);
    expect(await listSlugs({ needs: 'unsold' })).toEqual([]);
    // The only order of `idle` within 30 days is cancelled.
    expect(await listSlugs({ needs: 'low_stock' })).toEqual(['low']);
  });

  test('can be sorted, and paged forward and back, even if products have equal values', async () => {
    const { listPage } = await setUp(
      ...Array.from({ length: 100 }, (_, n) =>
        createRecord(`p${n}`, { name: `Kurta ${n % 7}`, variants: [{ price: 500 + (n % 5), quantity: n % 9 }] }),
      ),
    );
    for (const sort of ['name', 'name_desc', 'cheapest', 'dearest', 'least_stock', 'most_stock', 'oldest']) {
      const firstPage = await listPage({ sort });
      const secondPage = await listPage({ sort, after: firstPage.next ?? '' });
      const thirdPage = await listPage({ sort, after: secondPage.next ?? '' });
      const allRows = [firstPage, secondPage, thirdPage].flatMap(({ rows }) => rows);
      expect(new Set(allRows.map(({ slug }) => slug)).size).toBe(100);
      expect([firstPage.previous, thirdPage.next]).toEqual([undefined, undefined]);
      expect(await listPage({ sort, before: thirdPage.previous ?? '' })).toEqual(secondPage);
      const values = allRows.map((row) => (sort.startsWith('name') ? row.name : sortValue(sort, row)));
      const ascending = values.toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0));
      expect(values).toEqual(/desc|dearest|most/.test(sort) ? ascending.toReversed() : ascending);
    }
    const byName = await listPage({ sort: 'name' });
    const { rows } = await listPage({ sort: 'cheapest', after: byName.next ?? '' });
    expect(rows).toEqual((await listPage({ sort: 'cheapest' })).rows);
  });

  function sortValue(sort: string, row: { minPaise: number; stock: number; createdAt: number }): number {
    if (sort.endsWith('_stock')) return row.stock;
    return sort === 'oldest' ? row.createdAt : row.minPaise;
  }

  test('has the same rows after its migration as after an import', async () => {
    const { db } = await setUp(
      createRecord('full', { name: 'ÉTÉ Full', images: [{ src: 'a.jpg', alt: '' }] }),
      createRecord('plain', { categories: ['home'], status: 'draft' }),
    );
    const readSummaries = () => db.read.selectFrom('product_summary').selectAll().orderBy('id').execute();
    const rowsBefore = await readSummaries();
    expect(rowsBefore).toHaveLength(2);
    await transaction(db, async (tx) => {
      await sql`drop table product_summary`.execute(tx);
      await sql`drop index product_sold_out`.execute(tx);
      await productSummary.up(tx, db.engine);
    });
    expect(await readSummaries()).toEqual(rowsBefore);
  });

  test('reflects changes to a product and to its category', async () => {
    const { db, listSlugs } = await setUp(createRecord('plain', { categories: ['home'] }));
    expect(await listSlugs({ needs: 'hsn' })).toEqual(['plain']);
    await saveCatalogueBatch(db, [{ type: 'category', slug: 'home', hsn: '6304' }]);
    expect(await listSlugs({ needs: 'hsn' })).toEqual([]);
    await saveCatalogueBatch(db, [{ type: 'product', slug: 'plain', name: 'Quilt', status: 'draft' }]);
    expect(await listSlugs({ search: 'quilt', status: 'draft' })).toEqual(['plain']);
  });

  test('is sorted by stored stock, which a regular update refreshes', async () => {
    const { db, listPage, listSlugs } = await setUp(
      createRecord('five', { variants: [{ sku: 'FIVE', price: 500, quantity: 5 }] }),
      createRecord('four', { variants: [{ sku: 'FOUR', price: 500, quantity: 4 }] }),
    );
    await updateProductStock(db, NOW);
    expect(await listSlugs({ sort: 'most_stock' })).toEqual(['five', 'four']);
    await setStock(db, 'FIVE', [3], { why: 'count', at: NOW });
    expect((await listPage()).rows.map(({ stock }) => stock)).toEqual([4, 3]);
    expect(await updateProductStock(db, NOW)).toBe(1);
    expect(await listSlugs({ sort: 'most_stock' })).toEqual(['four', 'five']);
    expect(await updateProductStock(db, NOW)).toBe(0);
    await saveCatalogueBatch(
      db,
      [createRecord('five', { variants: [{ sku: 'FIVE', price: 600, quantity: 9 }] })],
      new Map(),
      {
        writesStock: true,
      },
    );
    expect(await listSlugs({ sort: 'most_stock' })).toEqual(['five', 'four']);
  });

  test('does not scan the product and picture tables', async () => {
    const db = await open();
    const records: CatalogueEntry[] = [];
    for await (const record of generateRecords(GENERATED_COUNT)) records.push(record);
    await saveCatalogueBatch(db, records, new Map(), { now: NOW });
    await sql`analyze`.execute(db.write);
    const queries = [
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
    const plan = await queryPlans(db, async (recordingDb) => {
      for (const filters of queries) await listProductRows(recordingDb, PRODUCT_QUERY.parse(filters), NOW);
    });
    expect(plan).not.toMatch(/SCAN (product|variant|picture)"|Seq Scan on (product|picture) /);
  });
});
