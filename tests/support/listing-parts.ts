import { emptyBitset, setBit } from '#lib/catalog/listing-index/positions/bitset.ts';
import { ColumnsBuilder, type ListingRow } from '#lib/catalog/listing-index/segment/listing-columns.ts';
import { ListingSegment } from '#lib/catalog/listing-index/segment/listing-segment.ts';
import { runSync } from '#lib/platform/jobs/steps.ts';
import { matchedSegment } from '#support/matched-segment.ts';

/** Returns rows whose prices, sales and dates are not in the order of the ids. */
export function shuffledRows(products: number): ListingRow[] {
  return Array.from({ length: products }, (_, index) => ({
    id: index + 1,
    minPaise: (index * 7919) % 500,
    sold: index % 3,
    createdAt: 1_700_000_000_000 + (index % 50),
    productValueIds: [],
    combos: [],
  }));
}

/** Builds the set of matches, and a segment with these rows that counts how often keys are read. */
export function buildMatchedSegment(rows: readonly ListingRow[], isMatch: (row: ListingRow) => boolean = () => true) {
  const builder = new ColumnsBuilder();
  for (const row of rows) builder.add(row);
  const segment = new CountingSegment(runSync(builder.columns()));
  const match = emptyBitset(segment.size);
  for (const row of rows) if (isMatch(row)) setBit(match, segment.positionOf(row.id)!);
  return { ...matchedSegment(segment, match), segment };
}

/** Counts how often the key of a product is read. */
class CountingSegment extends ListingSegment {
  keyReads = 0;

  override key(...args: Parameters<ListingSegment['key']>): number {
    this.keyReads++;
    return super.key(...args);
  }
}
