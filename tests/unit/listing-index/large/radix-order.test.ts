import fc from 'fast-check';
import { expect, it } from 'vitest';
import { sortByKey } from '#lib/catalog/listing-index/large/radix-order.ts';
import { runSync } from '#lib/platform/jobs/steps.ts';

it('sorts stably, even by large keys', () => {
  const key = fc.oneof(fc.nat(3), fc.maxSafeNat());
  fc.assert(
    fc.property(fc.array(key, { maxLength: 300 }), (keys) => {
      const positions = Uint32Array.from(keys.keys()).reverse();
      const expected = [...positions].sort((a, b) => keys[a]! - keys[b]! || b - a);
      expect([...runSync(sortByKey(positions, (position) => keys[position]!))]).toEqual(expected);
    }),
  );
});
