import { expect, test } from 'vitest';
import { firstSentences, introOf } from '#lib/catalog/product-intro.server.ts';
import { HTML_RULES } from '#lib/platform/html/owners-html.server.ts';

const LONG = 'Soft cotton, woven by hand. '.repeat(20).trim();

test('an intro is what the owner wrote, else the first sentences of the description', () => {
  const row = { content: '', long_content: '', html_rules: HTML_RULES };
  expect(introOf({ ...row, content: 'Mine', long_content: '<p>Other</p>' })).toBe('Mine');
  expect(introOf(row)).toBe('');
  expect(introOf({ ...row, long_content: '<p>Kurti &amp; dupatta.<br />Soft.</p><ul><li>Cotton</li></ul>' })).toBe(
    'Kurti & dupatta. Soft.',
  );
  expect(introOf({ ...row, long_content: '<ul><li>Cotton</li><li>Cold wash</li></ul>' })).toBe('Cotton Cold wash');
  expect(introOf({ ...row, long_content: `<p>${LONG}</p>` })).toBe(firstSentences(LONG));
});

test('sentences stay whole as far as they fit, and a long one is cut between words', () => {
  expect(firstSentences(LONG, 60)).toBe('Soft cotton, woven by hand. Soft cotton, woven by hand.');
  expect(firstSentences('One very long sentence that never seems to end', 20)).toBe('One very long…');
  expect(firstSentences('x'.repeat(50), 20)).toHaveLength(20);
});
