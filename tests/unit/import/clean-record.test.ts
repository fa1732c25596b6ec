import { expect, test } from 'vitest';
import { cleanEntry } from '#lib/catalog/import/record/clean-record.server.ts';

test('the HTML of a product is sanitized, and empty HTML becomes null', () => {
  const entryWith = (long_content?: string | null) =>
    cleanEntry({ type: 'product', slug: 'p', name: 'P', long_content });
  const record = { type: 'product', slug: 'p', name: 'P' };
  expect(entryWith('<p onclick="x()">A</p>')).toEqual({ ...record, long_content: '<p>A</p>' });
  expect(entryWith('')).toEqual({ ...record, long_content: null });
  expect(entryWith(null)).toEqual({ ...record, long_content: null });
  expect(entryWith()).toEqual(record);
  const brand = { type: 'brand', slug: 'b' } as const;
  expect(cleanEntry(brand)).toBe(brand);
});
