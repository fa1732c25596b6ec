import { readFileSync } from 'node:fs';
import { glob } from 'node:fs/promises';
import { expect, test } from 'vitest';

/**
 * Constants, texts and names that are defined in one file and imported elsewhere. Migrations have copies, because they
 * never change.
 */
const DEFINED_IN: [pattern: RegExp, ...files: string[]][] = [
  [/86_400_000|86400000|24 \* 3_600_000|24 \* 60 \* 60/g, 'src/lib/primitives/durations.ts'],
  [/\b3_600_000|\b3600000|\b60 \* 60_000|\b\d+ \* 60_000/g, 'src/lib/primitives/durations.ts'],
  [/const (SECOND|MINUTE|HOUR|DAY)_MS\b/g, 'src/lib/primitives/durations.ts'],
  [/19_800_000|\b330 \*|\b5\.5 \*/g, 'src/lib/primitives/durations.ts'],
  [/Mobile must be/g, 'src/lib/primitives/mobile.ts'],
  [/'996812'/g, 'src/lib/sales/cart/cart-totals.ts'],
  [/\/ 100\} m\b|[mM]et\w* \* 100\b|CM_PER_METRE = /g, 'src/lib/primitives/metres.ts'],
  [/const NOTE_MAX_CHARACTERS/g, 'src/lib/sales/orders/record/orders.ts'],
  [/'material',[^;]*'collection',[^;]*'size'/g, 'src/lib/catalog/listing-index/facets/facets.ts'],
  [/'code' in \w+|\bErrnoException\b|function codeOf\(error/g, 'src/lib/platform/errors/error-code.ts'],
];

test('each of these constants, texts and names occurs only in the file that defines it', async () => {
  const problems: string[] = [];
  for await (const path of glob('src/**/*.{ts,tsx,astro}')) {
    if (path.includes('/migrations/')) continue;
    const text = readFileSync(path, 'utf8');
    for (const [pattern, ...files] of DEFINED_IN) {
      if (!files.includes(path))
        for (const [match] of text.matchAll(pattern)) problems.push(`${path}: ${match} belongs to ${files[0]}`);
    }
  }
  expect(problems).toEqual([]);
});
