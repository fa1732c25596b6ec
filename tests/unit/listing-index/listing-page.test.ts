import { expect, it } from 'vitest';
import { pageOf } from '#lib/catalog/listing-index/listing-page.ts';
import type { ListingRow } from '#lib/catalog/listing-index/segment/listing-columns.ts';
import { buildMatchedSegment, shuffledRows } from '#support/listing-parts.ts';

it('pages of large lists have one order over all segments', () => {
  const rows = shuffledRows(9_000);
  const isMatch = ({ id }: ListingRow) => id % 7 !== 3;
  // Matches in a small newer segment are sorted; those in a large one are visited in order, or found by blocks.
  for (const isNewer of [({ id }: ListingRow) => id % 5 === 0, ({ id }: ListingRow) => id > 4_500, () => false]) {
    const segments = [rows.filter((row) => !isNewer(row)), rows.filter(isNewer)];
    const parts = segments.filter((part) => part.length > 0).map((part) => buildMatchedSegment(part, isMatch));
    const orders = {
      lowtohigh: rows.filter(isMatch).sort((a, b) => a.minPaise - b.minPaise || b.id - a.id),
      latest: rows.filter(isMatch).sort((a, b) => b.createdAt - a.createdAt || b.id - a.id),
    };
    for (const [sort, expected] of Object.entries(orders) as [keyof typeof orders, ListingRow[]][]) {
      const ids = expected.map(({ id }) => id);
      for (let offset = 0; offset < ids.length + 20; offset += 97) {
        expect(pageOf(parts, sort, offset, 10), `${sort} ${offset}`).toEqual(ids.slice(offset, offset + 10));
      }
      expect(pageOf(parts, sort, ids.length - 1, 10)).toEqual(ids.slice(-1));
    }
  }
});

it('reads few products for a page of a small catalogue, even if few match', () => {
  const part = buildMatchedSegment(shuffledRows(9_000), ({ id }) => id % 50 === 0);
  part.segment.order('lowtohigh');
  part.segment.keyReads = 0;
  expect(pageOf([part], 'lowtohigh', 0, 12)).toHaveLength(12);
  expect(part.segment.keyReads).toBeLessThan(20);
});
