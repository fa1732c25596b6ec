import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  type ChildMeasurements,
  childMeasurements,
  childSizeResult,
  sizeRanges,
} from '#lib/content/content/child-size.ts';
import { SIZE_GUIDE } from '#lib/content/content/size-guide.schema.ts';
import { Content } from '#lib/platform/content/content.server.ts';

const { children, women } = new Content().of(SIZE_GUIDE);

function sizesFor(measurements: ChildMeasurements): [string, number][] {
  const result = childSizeResult(children, measurements);
  if (!result || 'problem' in result) throw new Error(result?.problem ?? 'no result');
  return result.sizes.map(({ size, months }) => [size, months]);
}

test('finds the size for a height and the next size, with the months until each is too small', () => {
  // A child of 104 cm who is as tall as the median is 4 years and 2 months old, and 110 cm tall at 5 years and 1 month.
  expect(sizesFor({ heightCm: 104 })).toEqual([
    ['4-5 years', 10],
    ['5-6 years', 23],
  ]);
  // A younger child of the same height grows out of the size sooner, because younger children grow faster.
  expect(sizesFor({ heightCm: 104, ageMonths: 30 })[0]?.[1]).toBeLessThan(10);
});

test('finds the size for an age from the median height', () => {
  expect(childSizeResult(children, { ageMonths: 48 })).toMatchObject({
    heightCm: 103,
    sizes: [{ size: '3-4 years' }, {}],
  });
  expect(childSizeResult(children, {})).toBe(undefined);
});

test('returns a message when no size fits', () => {
  expect(childSizeResult(children, { heightCm: 165 })).toHaveProperty('problem');
  expect(childSizeResult(children, { heightCm: 45 })).toEqual({
    problem: 'Our smallest size is 0-3 months, from 50 cm.',
  });
});

test('a taller child never gets a smaller size, and the next size never fits for a shorter time', () => {
  const heights = fc.integer({ min: 500, max: 1_510 });
  const order = sizeRanges(children).map(({ size }) => size);
  fc.assert(
    fc.property(heights, heights, (a, b) => {
      const [shortChild, tallChild] = [Math.min(a, b), Math.max(a, b)].map((mm) => sizesFor({ heightCm: mm / 10 }));
      const rank = (sizes?: [string, number][]) => order.indexOf(sizes?.[0]?.[0] ?? '');
      expect(rank(tallChild)).toBeGreaterThanOrEqual(rank(shortChild));
      for (const sizes of [shortChild, tallChild]) {
        const months = sizes?.map(([, count]) => count) ?? [];
        expect(months).toEqual(months.toSorted((x, y) => x - y));
        expect(Math.min(...months)).toBeGreaterThanOrEqual(0);
      }
    }),
  );
});

test('parses height and age, and rejects invalid values', () => {
  const measurementsFrom = (query: string) => childMeasurements(new URLSearchParams(query));
  expect(measurementsFrom('height=98,5&years=&months=')).toEqual({ heightCm: 98.5, ageMonths: undefined });
  expect(measurementsFrom('years=2&months=6')).toEqual({ heightCm: undefined, ageMonths: 30 });
  expect(measurementsFrom('height=3')).toEqual({
    problem: 'Enter a height from 40 to 170 cm, and an age of at most 13 years and 11 months.',
  });
  expect(measurementsFrom('height=100&years=two')).toHaveProperty('problem');
});

test('a table without heights has no size ranges', () => {
  expect(sizeRanges(women)).toEqual([]);
});
