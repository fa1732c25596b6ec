import { expect, test } from 'vitest';
import { marqueeSeconds } from '#lib/ui/marquee.ts';

test('the marquee takes 25 s at least, and longer for a longer text (specification, section 9)', () => {
  expect(marqueeSeconds(100)).toBe(25);
  expect(marqueeSeconds(5_000)).toBe(100);
});
