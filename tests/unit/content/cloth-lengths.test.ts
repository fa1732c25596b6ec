import fc from 'fast-check';
import { expect, test } from 'vitest';
import { CLOTH_LENGTHS } from '#lib/content/content/cloth-lengths.schema.ts';
import {
  CLOTH_WIDTHS,
  cutLength,
  findWidthCm,
  GARMENT_GROUPS,
  usualWidth,
  widthKey,
} from '#lib/content/content/cloth-lengths.ts';
import { Content } from '#lib/platform/content/content.server.ts';

const demo = new Content().of(CLOTH_LENGTHS);

test('the width of cloth is read from the details of the product', () => {
  const widthOf = (...details: string[]) => findWidthCm(details);
  expect(widthOf('135 gsm', 'Width 44 in (112 cm), usable 43 in', 'Repeat 16 cm along the length')).toBe(112);
  expect(widthOf('Width: 58"')).toBe(147);
  expect(widthOf('Buti 12 cm wide', 'panna 36 inches')).toBe(91);
  expect(widthOf('Stripe 2 mm wide, 14 mm apart', '112 cm')).toBe(undefined);
});

test('finds the largest standard width that the cloth reaches, within a tolerance', () => {
  expect([91, 109, 112, 122, 147, 280].map(usualWidth)).toEqual([36, 44, 44, 44, 58, 58]);
  expect(usualWidth(107)).toBe(36);
  expect(usualWidth(80)).toBe(undefined);
});

test('rounds a length up, by less than a step, to a length that can be cut', () => {
  const lengths = fc.record({ cm: fc.integer({ min: 1, max: 5_000 }), step: fc.constantFrom(5, 10, 25, 50, 100) });
  fc.assert(
    fc.property(lengths, fc.integer({ min: 1, max: 8 }), ({ cm, step }, steps) => {
      const min = steps * step;
      const cut = Math.round(cutLength(cm / 100, { min: min / 100, step: step / 100 }) * 100);
      expect(cut).toBeGreaterThanOrEqual(cm);
      expect(cut - Math.max(cm, min)).toBeLessThan(step);
      expect((cut - min) % step).toBe(0);
    }),
  );
});

test('in the demo’s table, a larger size never needs less cloth, and wider cloth never needs a longer piece', () => {
  for (const group of GARMENT_GROUPS) {
    expect(demo[group].length).toBeGreaterThan(0);
    for (const [index, row] of demo[group].entries()) {
      const lengths = CLOTH_WIDTHS.map((inches) => row[widthKey(inches)] ?? 0);
      expect(lengths, `${row.garment}, ${row.size}`).toEqual(lengths.toSorted((a, b) => b - a));
      const previousRow = demo[group][index - 1];
      if (previousRow?.garment !== row.garment) continue;
      for (const inches of CLOTH_WIDTHS) {
        expect(row[widthKey(inches)], `${row.garment}, ${row.size}`).toBeGreaterThanOrEqual(
          previousRow[widthKey(inches)] ?? 0,
        );
      }
    }
  }
});

test('rejects a garment and size that are listed twice', () => {
  const [first] = demo.women;
  if (!first) throw new Error('The table is empty.');
  const duplicate = { ...first, size: first.size.toUpperCase() };
  const context = { hasPicture: () => true, hasFont: () => true, path: 'cloth-lengths' };
  expect(CLOTH_LENGTHS.check?.({ ...demo, women: [first, duplicate] }, context)).toEqual([
    { field: ['women', 1, 'size'], message: `${duplicate.garment} in ${duplicate.size} is already in this list` },
  ]);
});
