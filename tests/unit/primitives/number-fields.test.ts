import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const NUMBER_FIELD = /autocomplete=["{]?['"]?(?:tel|postal-code)|name=["'](?:mobile|phone|pincode)["']/i;

/** Returns the self-closing tags of elements and components. */
function selfClosingTags(source: string): string[] {
  return source.match(/<[A-Za-z][^<]*?\/>/g) ?? [];
}

test('no field for a mobile number or pincode has a maximum length, which would truncate a pasted number', () => {
  const files = globSync('src/**/*.{astro,tsx}');
  const tags = files.flatMap((file) =>
    selfClosingTags(readFileSync(file, 'utf8'))
      .filter((tag) => NUMBER_FIELD.test(tag))
      .map((tag) => ({ file, tag })),
  );
  expect(tags.length).toBeGreaterThan(4);
  expect(tags.filter(({ tag }) => /maxlength/i.test(tag))).toEqual([]);
});

test('only the shared modules contain a pattern for a mobile number or pincode', () => {
  const patterns = globSync('src/**/*.{astro,tsx,ts}')
    .filter((file) => !file.startsWith('src/lib/primitives/'))
    .flatMap((file) => readFileSync(file, 'utf8').match(/pattern[=:]["'{` ]*[^"'}`\s]*\[0-9\][^\s]*/g) ?? []);
  expect(patterns.filter((pattern) => /[0-9]\]?\{(?:5|6|10)\}|DIGITS/.test(pattern))).toEqual([]);
});
