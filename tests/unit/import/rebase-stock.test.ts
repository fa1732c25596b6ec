import { describe, expect, test } from 'vitest';
import type { ProductSnapshot } from '#lib/catalog/import/record/planned-entry.ts';
import { rebaseStock, textWithoutStock } from '#lib/catalog/import/save/rebase-stock.ts';

function snapshot(
  quantity: number,
  details: { bolts?: number[]; sold?: number; price?: number } = {},
): ProductSnapshot {
  const { bolts, sold, price = 100 } = details;
  const record: ProductSnapshot['record'] = {
    ...{ type: 'product', slug: 'scarf', name: 'Scarf', categories: [], sell_unit: bolts ? 'metre' : 'piece' },
    ...(sold !== undefined && { sold }),
    variants: [{ price, quantity, ...(bolts && { bolts }) }],
  };
  return { record, ids: [7], pictures: [] };
}

describe('the stock that an import writes', () => {
  test.each([
    ['that of the file, if nothing was sold since the preview', 10, 10, 15, 15],
    ['unchanged, if the file does not change it', 8, 10, 10, 8],
    ['changed by the previewed difference, if pieces were sold', 8, 10, 15, 13],
    ['never below 0', 1, 10, 2, 0],
    ['changed by the previewed difference, if pieces were returned', 11, 10, 4, 5],
  ])('is %s', (_name, current, before, after, expected) => {
    expect(rebaseStock(snapshot(current), snapshot(before), snapshot(after))?.record.variants[0]?.quantity).toBe(
      expected,
    );
  });

  test('keeps its bolts unless the file changes them, and can’t be set if cloth was cut since the preview', () => {
    const [before, current] = [snapshot(12, { bolts: [10, 2] }), snapshot(9, { bolts: [7, 2] })];
    expect(rebaseStock(current, before, before)?.record.variants[0]).toMatchObject({ quantity: 9, bolts: [7, 2] });
    expect(rebaseStock(current, before, snapshot(20, { bolts: [20] }))).toBeUndefined();
    expect(rebaseStock(before, before, snapshot(20, { bolts: [20] }))?.record.variants[0]?.bolts).toEqual([20]);
    expect(rebaseStock(snapshot(9), snapshot(12), snapshot(9, { bolts: [9] }))).toBeUndefined();
  });

  test('does not change the sold count, unless the file sets it', () => {
    const [current, before] = [snapshot(8, { sold: 5 }), snapshot(10, { sold: 3 })];
    expect(rebaseStock(current, before, before)?.record.sold).toBe(5);
    expect(rebaseStock(current, before, snapshot(10, { sold: 9 }))?.record.sold).toBe(9);
  });
});

test('the text to compare does not depend on the stock or the sold count, but on the price', () => {
  expect(textWithoutStock(snapshot(10, { sold: 3 }))).toBe(textWithoutStock(snapshot(8, { sold: 5 })));
  expect(textWithoutStock(JSON.parse(JSON.stringify(snapshot(10))))).toBe(textWithoutStock(snapshot(10)));
  expect(textWithoutStock(snapshot(10))).not.toBe(textWithoutStock(snapshot(10, { price: 90 })));
});
