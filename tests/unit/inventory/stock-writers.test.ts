import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/** The files that write the ledger line in the same transaction as the stock. Other writers might omit the line. */
const WRITERS: Record<string, readonly string[]> = {
  variant: ['src/lib/catalog/inventory/stock.server.ts', 'src/lib/catalog/inventory/write-variants.server.ts'],
  bolt: ['src/lib/catalog/inventory/stock.server.ts', 'src/lib/catalog/inventory/write-variants.server.ts'],
  stock_ledger: [
    'src/lib/catalog/inventory/stock-ledger.server.ts',
    'src/lib/catalog/inventory/write-variants.server.ts',
  ],
};
const files = globSync('src/**/*.{ts,tsx,astro}').filter((file) => !file.includes('/migrations/'));

test.each(Object.entries(WRITERS))('only the listed files write to the table %s', (table, allowedFiles) => {
  const kyselyWrite = new RegExp(`(insertInto|updateTable|deleteFrom|replaceInto|mergeInto)\\(\\s*['"\`]${table}\\b`);
  const sqlWrite = new RegExp(`\\b(insert into|update|delete from)\\s+${table}\\b`, 'i');
  const writers = files.filter((file) => {
    const text = readFileSync(file, 'utf8');
    return kyselyWrite.test(text) || sqlWrite.test(text);
  });
  expect(writers.sort()).toEqual([...allowedFiles]);
});
