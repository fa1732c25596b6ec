import { expect, test } from 'vitest';
import { labelPosition, PARCEL_SHEETS, PRODUCT_SHEET } from '#lib/sales/printing/label-sheets.ts';

test('eight labels fill an A4 page row by row, and the ninth begins the next page', () => {
  const places = Array.from({ length: 9 }, (_, index) => labelPosition(PARCEL_SHEETS.a4, index));
  expect(places.map(({ isFirst }) => isFirst)).toEqual([true, ...Array(7).fill(false), true]);
  expect(places.slice(0, 4).map(({ x, y }) => [Math.round(x), Math.round(y)])).toEqual([
    [0, 0],
    [298, 0],
    [0, 210],
    [298, 210],
  ]);
  const last = places[7];
  expect((last?.x ?? 0) + (last?.width ?? 0)).toBeCloseTo(PARCEL_SHEETS.a4.page.width);
  expect((last?.y ?? 0) + (last?.height ?? 0)).toBeCloseTo(PARCEL_SHEETS.a4.page.height);
  expect(places[8]).toEqual(places[0]);
});

test('a label of 4 × 6 inches fills a page, and so do 24 product labels', () => {
  expect([0, 1].map((index) => labelPosition(PARCEL_SHEETS['4x6'], index))).toEqual(
    Array(2).fill({ isFirst: true, x: 0, y: 0, width: 288, height: 432 }),
  );
  const firstIndexes = Array.from({ length: 48 }, (_, index) => index).filter(
    (n) => labelPosition(PRODUCT_SHEET, n).isFirst,
  );
  expect(firstIndexes).toEqual([0, 24]);
});
