import { expect, test } from 'vitest';
import { pageWords } from '#lib/catalog/desk/imports/import-words.ts';
import { untaxedText } from '#lib/catalog/import/record/import-words.ts';
import { unknownTagsWarning, vendorWarning } from '#lib/catalog/import/shopify/shopify-file-remarks.ts';

test.each([
  ...[vendorWarning('my-shop'), ...unknownTagsWarning(['indigo', 'festive'])],
  ...[untaxedText({ count: 2, slugs: ['a', 'b'] }, true) ?? ''],
  '2 pictures are given by path: name their folder with --images',
  'no column is known to hold the names. Its columns are "A". Name their uses, such as --columns "A=name".',
  'sell_unit may change only with the stock of every variant (--stock)',
])('a page names no option of the command line: %s', (message) => {
  const words = pageWords(message);
  expect(words).not.toMatch(/--|content edit|categories hsn/);
  expect(words).toMatch(/^[A-Z0-9].*\.$/);
});
