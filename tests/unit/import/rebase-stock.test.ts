import { describe, expect, test } from 'vitest';
import type { ProductSnapshot } from '#lib/catalog/import/record/planned-entry.ts';
import { rebaseStock, textWithoutStock } from '#lib/catalog/import/save/rebase-stock.ts';

function side(quantity: number, more: { bolts?: number[]; sold?: number; price?: number } = {}): ProductSnapshot {
  const { bolts, sold, price = 100 } = more;
  const record: ProductSnapshot['record'] = {
    ...{ type: 'product', slug: 'scarf', name: 'Scarf', categories: [], sell_unit: bolts ? 'metre' : 'piece' },
    ...(sold !== undefined && { sold }),
    variants: [{ price, quantity, ...(bolts && { bolts }) }],
  };
  return { record, ids: [7], pictures: [] };
}

describe('the stock that an import writes', () => {
  test.each([
    ['as the file has it, if nothing was sold since the preview', 10, 10, 15, 15],
    ['as it is, if the file does not change it', 8, 10, 10, 8],
    ['moved by the difference shown, if pieces were sold', 8, 10, 15, 13],
    ['never below nothing', 1, 10, 2, 0],
    ['moved also if pieces came back', 11, 10, 4, 5],
  ])('is %s', (_name, now, before, after, written) => {
    expect(rebaseStock(side(now), side(before), side(after))?.record.variants[0]?.quantity).toBe(written);
  });

  test('stays in its bolts if only texts change, and can’t be set if cloth was cut meanwhile', () => {
    const [before, now] = [side(12, { bolts: [10, 2] }), side(9, { bolts: [7, 2] })];
    expect(rebaseStock(now, before, before)?.record.variants[0]).toMatchObject({ quantity: 9, bolts: [7, 2] });
    expect(rebaseStock(now, before, side(20, { bolts: [20] }))).toBeUndefined();
    expect(rebaseStock(before, before, side(20, { bolts: [20] }))?.record.variants[0]?.bolts).toEqual([20]);
    expect(rebaseStock(side(9), side(12), side(9, { bolts: [9] }))).toBeUndefined();
  });

  test('keeps what was sold, unless the file sets it', () => {
    const [now, before] = [side(8, { sold: 5 }), side(10, { sold: 3 })];
    expect(rebaseStock(now, before, before)?.record.sold).toBe(5);
    expect(rebaseStock(now, before, side(10, { sold: 9 }))?.record.sold).toBe(9);
  });
});

test('a product counts as unchanged when it is sold, and not when its price changes', () => {
  expect(textWithoutStock(side(10, { sold: 3 }))).toBe(textWithoutStock(side(8, { sold: 5 })));
  expect(textWithoutStock(JSON.parse(JSON.stringify(side(10))))).toBe(textWithoutStock(side(10)));
  expect(textWithoutStock(side(10))).not.toBe(textWithoutStock(side(10, { price: 90 })));
});
