import { expect, test } from 'vitest';
import { stockChanges } from '#lib/catalog/import/save/write-products.server.ts';
import type { VariantTable } from '#lib/platform/db/query/tables.ts';

const stockRows = (...stock: [id: number, quantity: number, boltsCm?: number[]][]) => ({
  variants: stock.map(([id, quantity]) => ({ id, quantity }) as VariantTable),
  bolts: new Map(stock.flatMap(([id, , boltsCm]) => (boltsCm ? [[id, boltsCm] as const] : []))),
});

test('returns the new stock of existing variants whose stock differs', () => {
  const oldRows = [stockRows([1, 5], [2, 6]), stockRows([3, 300, [100, 200]], [4, 300, [300]], [5, 100, [100, 0]])];
  const newRows = [
    stockRows([1, 5], [2, 7], [9, 1]),
    stockRows([3, 300, [200, 100]], [4, 300, [300, 0]], [5, 100, [100]]),
  ];
  expect(stockChanges(oldRows, newRows)).toEqual(
    new Map([
      [2, { quantity: 7, boltsCm: [] }],
      [3, { quantity: 300, boltsCm: [200, 100] }],
    ]),
  );
});
