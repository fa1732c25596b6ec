import { expect, test } from 'vitest';
import { labelPosition, PARCEL_SHEETS, PRODUCT_SHEET } from '#lib/sales/printing/label-sheets.ts';

test('eight labels fill an A4 page row by row, and the ninth begins the next page', () => {
  const positions = Array.from({ length: 9 }, (_, index) => labelPosition(PARCEL_SHEETS.a4, index));
  expect(positions.map(({ isFirst }) => isFirst)).toEqual([true, ...Array(7).fill(false), true]);
  expect(positions.slice(0, 4).map(({ x, y }) => [Math.round(x), Math.round(y)])).toEqual([
    [0, 0],
    [298, 0],
    [0, 210],
    [298, 210],
  ]);
  const lastPosition = positions[7];
  expect((lastPosition?.x ?? 0) + (lastPosition?.width ?? 0)).toBeCloseTo(PARCEL_SHEETS.a4.page.width);
  expect((lastPosition?.y ?? 0) + (lastPosition?.height ?? 0)).toBeCloseTo(PARCEL_SHEETS.a4.page.height);
  expect(positions[8]).toEqual(positions[0]);
});

test('one label of 4 × 6 inches fills a page, and so do 24 product labels', () => {
  expect([0, 1].map((index) => labelPosition(PARCEL_SHEETS['4x6'], index))).toEqual(
    Array(2).fill({ isFirst: true, x: 0, y: 0, width: 288, height: 432 }),
  );
  const firstIndexes = Array.from({ length: 48 }, (_, index) => index).filter(
    (n) => labelPosition(PRODUCT_SHEET, n).isFirst,
  );
  expect(firstIndexes).toEqual([0, 24]);
});
