import { expect, test } from 'vitest';
import { batchesOf } from '#lib/catalog/import/import-batches.server.ts';
import type { CatalogueEntry, ProductPatch } from '#lib/catalog/import/record/catalog-record.ts';
import type { SourceItem } from '#lib/catalog/import/record/import-source.ts';
import { rowCountOf, transactionBatches } from '#lib/catalog/import/save/transaction-batches.ts';

const review = { type: 'review', product: 'p', name: 'A', rating: 1, summary: '', created_at: '2026-01-01' } as const;
const minimalProduct = (slug: string): ProductPatch => ({ type: 'product', slug });
/** Returns a product with this number of rows: three, and one for each picture. */
const product = (rows: number): ProductPatch => ({
  ...minimalProduct(`p${rows}`),
  images: Array.from({ length: rows - 3 }, (_, index) => ({ src: `${index}`, alt: '' })),
});

test.each<[CatalogueEntry, number]>([
  [{ type: 'brand', slug: 'b' }, 1],
  [review, 1],
  [minimalProduct('p'), 3],
  [{ ...minimalProduct('p'), variants: [{}, {}], images: null, categories: null }, 7],
  [{ ...minimalProduct('p'), variants: [{ bolts: [1, 2, 3] }, { bolts: null }], categories: ['a', 'b'] }, 12],
  [{ ...minimalProduct('p'), images: [{ src: 'a', alt: '' }] }, 4],
])('%j writes %i rows', (record, rows) => {
  expect(rowCountOf(record)).toBe(rows);
});

function batchIndexes(records: CatalogueEntry[]) {
  const batches = [...transactionBatches(records.map((record, index) => ({ index, record })))];
  return batches.map((batch) => batch.map(({ index }) => index));
}

test('saves records after those to which they refer', () => {
  const childCategory = { type: 'category', slug: 'c', parent: 'd' } as const;
  const parentCategory = { type: 'category', slug: 'd', parent: null } as const;
  const records: CatalogueEntry[] = [
    review,
    minimalProduct('p'),
    childCategory,
    { type: 'brand', slug: 'b' },
    parentCategory,
    review,
    minimalProduct('q'),
  ];
  expect(batchIndexes(records)).toEqual([[3, 4, 2, 1, 6, 0, 5]]);
});

test('saves records in transactions of up to 2,000 rows, or a larger record in its own transaction', () => {
  expect(batchIndexes([])).toEqual([]);
  expect(batchIndexes([product(1_000), product(1_000), product(4), product(1_996)])).toEqual([
    [0, 1],
    [2, 3],
  ]);
  expect(batchIndexes([product(1_000), product(1_001), product(999)])).toEqual([[0], [1, 2]]);
  expect(batchIndexes([product(2_500), product(3), product(3_000)])).toEqual([[0], [1], [2]]);
});

async function batchSizes(items: SourceItem[]): Promise<number[]> {
  async function* source() {
    yield* items;
  }
  const sizes: number[] = [];
  for await (const batch of batchesOf(source())) sizes.push(batch.length);
  return sizes;
}

test('reads a file in batches that end at 2,000 rows or 500 items', async () => {
  const at = { file: 'a', line: 1 };
  const item = (record: CatalogueEntry) => ({ at, record, bytes: 1 });
  const remarks = (count: number) => Array.from({ length: count }, () => ({ at, warning: 'w' }));
  expect(await batchSizes([])).toEqual([]);
  expect(await batchSizes(remarks(1_001))).toEqual([500, 500, 1]);
  expect(await batchSizes([product(1_000), product(1_000), product(3)].map(item))).toEqual([2, 1]);
  expect(await batchSizes([...remarks(1), ...[product(2_001), product(3), product(1_997)].map(item)])).toEqual([2, 2]);
});
