import { expect, it } from 'vitest';
import { pageOf } from '#lib/catalog/listing-index/listing-page.ts';
import { countRun } from '#lib/catalog/listing-index/positions/bitset.ts';
import type { ListingRow } from '#lib/catalog/listing-index/segment/listing-columns.ts';
import { buildMatchedSegment, shuffledRows } from '#support/listing-parts.ts';

it('finds a deep page in any price range, across segments', () => {
  const rows = shuffledRows(30_000);
  const isMatch = ({ id }: ListingRow) => id % 7 !== 3;
  const parts = [rows.filter(({ id }) => id % 4 > 0), rows.filter(({ id }) => id % 4 === 0)].map((segmentRows) =>
    buildMatchedSegment(segmentRows, isMatch),
  );
  for (const [minPaise, maxPaise] of [
    [0, 499],
    [40, 45],
    [100, 399],
    [7, 8],
    [0, 250],
    [251, 600],
  ] as const) {
    const pricedParts = parts.map((part) => ({ ...part, run: part.segment.pricedWithin(minPaise, maxPaise) }));
    const countedParts = pricedParts.map((part) => ({ ...part, count: countRun(part.match, part.run) }));
    const matchingRows = rows.filter((row) => isMatch(row) && row.minPaise >= minPaise && row.minPaise <= maxPaise);
    const ids = matchingRows.sort((a, b) => b.createdAt - a.createdAt || b.id - a.id).map(({ id }) => id);
    for (const offset of [0, 100, 2_001, 4_096, 9_999, ids.length - 3]) {
      expect(pageOf(countedParts, 'latest', offset, 10), `${minPaise} ${offset}`).toEqual(
        ids.slice(offset, offset + 10),
      );
    }
  }
});

it('finds a deep page without reading the pages before it', () => {
  const part = buildMatchedSegment(shuffledRows(60_000), ({ id }) => id % 3 !== 0);
  part.segment.order('lowtohigh');
  part.segment.keyReads = 0;
  for (const offset of [0, 10_000, 39_000]) pageOf([part], 'lowtohigh', offset, 24);
  expect(part.segment.keyReads).toBeLessThan(300);
});
