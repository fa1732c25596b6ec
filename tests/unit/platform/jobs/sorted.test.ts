import fc from 'fast-check';
import { expect, test } from 'vitest';
import { sorted } from '#lib/platform/jobs/sorted.ts';
import { runSync } from '#lib/platform/jobs/steps.ts';

const byKey = (a: { key: number }, b: { key: number }) => a.key - b.key;

test('sorts like an array, stably', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 40 }), { maxLength: 1_000, size: 'max' }), (keys) => {
      const items = keys.map((key, at) => ({ key, at }));
      expect(runSync(sorted(items, byKey))).toEqual(items.toSorted(byKey));
    }),
  );
});

test('makes fewer than 1,000 comparisons between two steps', () => {
  const items = Array.from({ length: 10_000 }, (_, at) => ({ key: (at * 7_919) % 10_007 }));
  let [comparisons, max] = [0, 0];
  const steps = sorted(items, (a, b) => {
    comparisons++;
    return byKey(a, b);
  });
  for (let before = 0; !steps.next().done; before = comparisons) max = Math.max(max, comparisons - before);
  expect(max).toBeLessThan(1_000);
});
