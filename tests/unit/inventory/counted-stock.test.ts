import { expect, test } from 'vitest';
import { countedStock } from '#lib/catalog/inventory/set-stock.server.ts';

test('pieces are counted as one whole number', () => {
  expect(countedStock('piece', [0])).toEqual({ quantity: 0, boltsCm: [] });
  expect(countedStock('piece', [12])).toEqual({ quantity: 12, boltsCm: [] });
});

test.each([[[]], [[1.5]], [[1, 2]], [[Number.NaN]], [[Number.POSITIVE_INFINITY]]])(
  'rejects %j as pieces',
  (quantities) => {
    expect(() => countedStock('piece', quantities)).toThrow(
      expect.objectContaining({ code: 'invalid', message: 'Enter a whole number of pieces.' }),
    );
  },
);

test('cloth is counted as the metres of each bolt', () => {
  expect(countedStock('metre', [4, 2.5])).toEqual({ quantity: 650, boltsCm: [400, 250] });
  expect(countedStock('metre', [])).toEqual({ quantity: 0, boltsCm: [] });
});
