import { expect, test } from 'vitest';
import { adminRemarkText } from '#lib/catalog/admin/imports/import-words.ts';
import { commandRemarkText } from '#lib/catalog/import/import-command-text.ts';
import type { Remark } from '#lib/catalog/import/record/import-remark.ts';
import { untaxedRemark } from '#lib/catalog/import/record/import-report-words.ts';
import { sheetProblem } from '#lib/catalog/import/sheet/sheet-remarks.ts';
import { unknownTagsWarning, vendorWarning } from '#lib/catalog/import/shopify/shopify-file-remarks.ts';

const remarks: Remark[] = [
  vendorWarning('my-shop'),
  ...unknownTagsWarning(['indigo', 'festive']),
  ...[untaxedRemark({ count: 2, slugs: ['a', 'b'] }, true) ?? []].flat(),
  ...[sheetProblem([{ name: 'A', use: '-', isGuessed: true }]) ?? []].flat(),
  { message: '2 pictures are given by path', remedy: { by: 'picture folder' } },
  { message: 'sell_unit can change only if the file has the stock of every variant', remedy: { by: 'stock' } },
  { message: 'gives "Kurta" a size, which it does not have in the shop', remedy: { by: 'removing' } },
];

test.each(remarks)('only the text for the command line names commands and options: $message', (remark) => {
  expect(commandRemarkText(remark)).toMatch(/--|content edit|categories hsn/);
  const text = adminRemarkText(remark);
  expect(text).not.toMatch(/--|content edit|categories hsn/);
  expect(text).toMatch(/^[A-Z0-9].*\. [A-Z].*\.$/);
});
