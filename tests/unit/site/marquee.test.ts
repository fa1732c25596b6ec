import { expect, test } from 'vitest';
import { estimateTextWidthPx, marqueeSeconds, marqueeStyle } from '#islands/site/marquee.ts';

test('the marquee lasts at least 25 s, and longer for a longer text (product.md, "Every page")', () => {
  expect(marqueeSeconds(100)).toBe(25);
  expect(marqueeSeconds(5_000)).toBe(100);
});

test('a short line needs no style, and the style of a longer line sets its duration', () => {
  expect(marqueeStyle(['Free delivery'])).toBeUndefined();
  const longLines = Array.from({ length: 10 }, () => 'Free delivery on orders of ₹999 and above');
  expect(marqueeStyle(longLines)).toBe(`:root{--marquee-seconds:${Math.round(estimateTextWidthPx(longLines) / 50)}s}`);
});
