import { DefaultQueryExecutor } from 'kysely';
import { afterEach, expect, it, vi } from 'vitest';
import type { CatalogueRecord, ProductRecord } from '#lib/catalog/import/record/catalog-record.ts';
import { saveCatalogueBatch } from '#lib/catalog/import/save/save-catalogue.server.ts';
import type { SaveOptions } from '#lib/catalog/import/save/save-context.ts';
import type { ShopDatabase } from '#lib/platform/db/db.server.ts';
import { onBothEngines } from '#support/database.ts';

const PRODUCT_COUNT = 100;
/** Twice the number needed, because a transaction may be retried, but less than a statement for each product. */
const MAX_STATEMENTS = 48;
const BRAND_COUNT = 20;

afterEach(() => vi.restoreAllMocks());

const brands: CatalogueRecord[] = Array.from({ length: BRAND_COUNT }, (_, index) => ({
  type: 'brand',
  slug: `b-${index}`,
  name: `Brand ${index}`,
}));

function products(price: number, quantity: number): ProductRecord[] {
  return Array.from({ length: PRODUCT_COUNT }, (_, index) => ({
    type: 'product',
    slug: `kurta-${index}`,
    name: `Kurta ${index}`,
    // The brands have different numbers of products, so their counters change by different amounts.
    brand: `b-${Math.floor(Math.sqrt(index * 4)) % BRAND_COUNT}`,
    categories: ['kurtas'],
    sell_unit: 'piece',
    options: ['size'],
    variants: ['S', 'M', 'L'].map((size) => ({ values: { size }, price: price + index, quantity })),
    created_at: '2026-01-01',
  }));
}

async function recordStatements(
  db: ShopDatabase,
  records: CatalogueRecord[],
  options?: SaveOptions,
): Promise<string[]> {
  const executeQuery = vi.spyOn(DefaultQueryExecutor.prototype, 'executeQuery');
  const { problems } = await saveCatalogueBatch(db, records, new Map(), options);
  expect(problems).toEqual([]);
  const statements = executeQuery.mock.calls.map(([{ sql }]) => sql);
  executeQuery.mockRestore();
  return statements;
}

onBothEngines('an import', (open) => {
  it('runs at most 48 statements for a hundred new or changed products', async () => {
    const db = await open();
    await saveCatalogueBatch(db, [{ type: 'category', slug: 'kurtas', name: 'Kurtas' }, ...brands]);
    const expectFewStatements = (statements: string[]) =>
      expect(statements.length, statements.join('\n')).toBeLessThanOrEqual(MAX_STATEMENTS);
    expectFewStatements(await recordStatements(db, products(900, 3)));
    expectFewStatements(await recordStatements(db, products(1_000, 3)));
    expectFewStatements(await recordStatements(db, products(1_000, 5), { writesStock: true }));
    const storedVariants = await db.read
      .selectFrom('variant')
      .select(['price_paise', 'quantity'])
      .orderBy('id')
      .execute();
    expect(storedVariants).toHaveLength(3 * PRODUCT_COUNT);
    expect(
      storedVariants.every(
        ({ price_paise, quantity }, index) => price_paise === (1_000 + Math.floor(index / 3)) * 100 && quantity === 5,
      ),
    ).toBe(true);
    const brandCounts = await db.read
      .selectFrom('facet_value')
      .select(['slug', 'product_count'])
      .where('kind', '=', 'brand')
      .execute();
    for (const { slug, product_count } of brandCounts)
      expect(product_count).toBe(products(1, 1).filter(({ brand }) => brand === slug).length);
    const sums = await db.read
      .selectFrom('stock_ledger')
      .select(({ fn }) => fn.sum<number>('change').as('sum'))
      .groupBy('variant_id')
      .execute();
    expect(sums.map(({ sum }) => Number(sum))).toEqual(Array.from({ length: 3 * PRODUCT_COUNT }, () => 5));
  });
});
