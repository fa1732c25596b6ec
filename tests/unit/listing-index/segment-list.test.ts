import { expect, test } from 'vitest';
import type { ListFilter } from '#lib/catalog/listing-index/facets/facet-values.ts';
import { isIn } from '#lib/catalog/listing-index/positions/bitset.ts';
import { ColumnsBuilder, type ListingRow } from '#lib/catalog/listing-index/segment/listing-columns.ts';
import { ListingSegment } from '#lib/catalog/listing-index/segment/listing-segment.ts';
import { IN_STOCK_ID } from '#lib/catalog/listing-index/segment/listing-tokens.ts';
import { SegmentList } from '#lib/catalog/listing-index/segment-list.ts';
import { runSync } from '#lib/platform/jobs/steps.ts';
import { seededRandom } from '#lib/primitives/seeded-random.ts';

const CATEGORIES = [10, 11, 12];
const BRANDS = Array.from({ length: 400 }, (_, index) => 100 + index);
const SIZES = [20, 21, 22];
const COLORS = [30, 31];
const facetOf = (id: number) =>
  id === IN_STOCK_ID ? 'availability' : id >= 100 ? 'brand' : id >= 30 ? 'color' : id >= 20 ? 'size' : 'category';

/** Returns rows of products: some have two rare values, some none, as with rare collections. */
function rowsOf(size: number): ListingRow[] {
  const { chance, pick, integerBelow } = seededRandom(7);
  return Array.from({ length: size }, (_, index) => ({
    id: index + 1,
    minPaise: integerBelow(1_000),
    sold: 0,
    createdAt: 0,
    productValueIds: [...new Set([pick(CATEGORIES), ...Array.from({ length: integerBelow(3) }, () => pick(BRANDS))])],
    combos: Array.from({ length: 1 + integerBelow(3) }, () => [
      pick(SIZES),
      pick(COLORS),
      0,
      chance(0.7) ? 1 : 0,
    ]).flat(),
  }));
}

const FILTERS: ListFilter[] = [
  { maxPaise: 300 },
  { maxPaise: 900 },
  { category: [10], maxPaise: 20 },
  { category: [10, 11], brand: BRANDS.slice(0, 100), minPaise: 100 },
  { size: [20], maxPaise: 500 },
  { size: [20, 21], color: [30], availability: [IN_STOCK_ID], maxPaise: 700 },
  { category: [12], size: [22], color: [31], maxPaise: 50 },
  { brand: [100], minPaise: 200, maxPaise: 800 },
  { brand: [101], size: [20], color: [30], maxPaise: 900 },
];

test.each([2_000, 40_000])('the counts for %i products match those of simple loops, uncached and cached', (size) => {
  const rows = rowsOf(size);
  const builder = new ColumnsBuilder();
  for (const row of rows) builder.add(row);
  const segment = new ListingSegment(runSync(builder.columns()));
  expect(segment.largeSegment.usesWasm).toBe(size > 32_768);
  for (let id = 5; id < size; id += 11) segment.remove(id);
  const remainingRows = rows.filter(({ id }) => id < 5 || (id - 5) % 11 !== 0);
  for (const filter of FILTERS) {
    const { matches, counts } = countByLoops(remainingRows, filter);
    for (const _round of ['first', 'second', 'third']) {
      const list = new SegmentList(segment, { ...filter, minPaise: undefined, maxPaise: undefined }, facetOf);
      const part = list.matchedSegment(filter);
      expect(sortedCounts(new Map(list.counts(filter).entries()))).toEqual(sortedCounts(counts));
      expect(part.count).toBe(matches.length);
      expect(list.total(filter)).toBe(matches.length);
      const matchedIds = remainingRows.map(({ id }) => id).filter((id) => isIn(part, segment.positionOf(id)!));
      expect(matchedIds).toEqual(matches.map(({ id }) => id));
    }
  }
});

const PRODUCT_FACETS = ['category', 'brand'] as const;
const VARIANT_FACETS = ['size', 'color', 'availability'] as const;

function countByLoops(rows: ListingRow[], filter: ListFilter): { matches: ListingRow[]; counts: Map<number, number> } {
  const counts: Map<number, number> = new Map();
  const matchesFacet = (
    facet: (typeof PRODUCT_FACETS | typeof VARIANT_FACETS)[number],
    ids: number[],
    except?: string,
  ) => facet === except || !filter[facet] || filter[facet].some((id) => ids.includes(id));
  const matchesProduct = ({ productValueIds }: ListingRow, except?: string) =>
    PRODUCT_FACETS.every((facet) => matchesFacet(facet, productValueIds, except));
  const matchesVariant = (values: number[], except?: string) =>
    VARIANT_FACETS.every((facet) => matchesFacet(facet, values, except));
  const matches: ListingRow[] = [];
  for (const row of rows) {
    if (row.minPaise < (filter.minPaise ?? 0) || row.minPaise > (filter.maxPaise ?? 1_000)) continue;
    const variants = row.combos.flatMap((size, index) =>
      index % 4 === 0 ? [[size, row.combos[index + 1]!, ...(row.combos[index + 3] === 1 ? [IN_STOCK_ID] : [])]] : [],
    );
    const matchesAnyVariant = variants.some((values) => matchesVariant(values));
    if (matchesProduct(row) && matchesAnyVariant) matches.push(row);
    const shownIds = new Set([
      ...row.productValueIds.filter((id) => matchesAnyVariant && matchesProduct(row, facetOf(id))),
      ...variants.flatMap((values) =>
        values.filter((id) => matchesProduct(row) && matchesVariant(values, facetOf(id))),
      ),
    ]);
    for (const id of shownIds) counts.set(id, (counts.get(id) ?? 0) + 1);
  }
  return { matches, counts };
}

function sortedCounts(counts: Map<number, number>): [number, number][] {
  return [...counts].filter(([, n]) => n > 0).sort(([a], [b]) => a - b);
}
