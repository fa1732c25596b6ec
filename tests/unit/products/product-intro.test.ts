import { expect, test } from 'vitest';
import { firstSentences, introOf } from '#lib/catalog/products/product-intro.server.ts';
import { sanitizeDescription } from '#lib/platform/html/clean-html.server.ts';

const LONG_TEXT = 'Soft cotton, woven by hand. '.repeat(20).trim();

test('an intro is the owner’s text or, without one, the first sentences of the description', () => {
  const introFrom = (html: string) => introOf({ content: '', long_content: sanitizeDescription(html) });
  expect(introOf({ content: 'Mine', long_content: sanitizeDescription('<p>Other</p>') })).toBe('Mine');
  expect(introFrom('')).toBe('');
  expect(introFrom('<p>Kurti &amp; dupatta.<br />Soft.</p><ul><li>Cotton</li></ul>')).toBe('Kurti & dupatta. Soft.');
  expect(introFrom('<ul><li>Cotton</li><li>Cold wash</li></ul>')).toBe('Cotton Cold wash');
  expect(introFrom(`<p>${LONG_TEXT}</p>`)).toBe(firstSentences(LONG_TEXT));
});

test('keeps the sentences that fit, and truncates a long sentence between words', () => {
  expect(firstSentences(LONG_TEXT, 60)).toBe('Soft cotton, woven by hand. Soft cotton, woven by hand.');
  expect(firstSentences('One very long sentence that never seems to end', 20)).toBe('One very long…');
  expect(firstSentences('x'.repeat(50), 20)).toHaveLength(20);
});
