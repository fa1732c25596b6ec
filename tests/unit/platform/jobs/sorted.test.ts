import fc from 'fast-check';
import { expect, test } from 'vitest';
import { sorted } from '#lib/platform/jobs/sorted.ts';
import { runSync } from '#lib/platform/jobs/steps.ts';

const byKey = (a: { key: number }, b: { key: number }) => a.key - b.key;

test('sorts stably, like toSorted', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 40 }), { maxLength: 1_000, size: 'max' }), (keys) => {
      const items = keys.map((key, index) => ({ key, index }));
      expect(runSync(sorted(items, byKey))).toEqual(items.toSorted(byKey));
    }),
  );
});

test('makes fewer than 1,000 comparisons between two steps', () => {
  const items = Array.from({ length: 10_000 }, (_, index) => ({ key: (index * 7_919) % 10_007 }));
  let [comparisons, max] = [0, 0];
  const steps = sorted(items, (a, b) => {
    comparisons++;
    return byKey(a, b);
  });
  for (let previous = 0; !steps.next().done; previous = comparisons) max = Math.max(max, comparisons - previous);
  expect(max).toBeLessThan(1_000);
});
