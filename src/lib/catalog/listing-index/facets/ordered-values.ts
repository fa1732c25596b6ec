import {
  byFacet,
  FACETS,
  type FacetName,
  type Facets,
  type FacetValue,
} from '#lib/catalog/listing-index/facets/facets.ts';
import type { FacetValueTable } from '#lib/platform/db/query/tables.ts';
import { isInMonths } from '#lib/primitives/age-unit.ts';

export interface OrderedValue extends Omit<FacetValue, 'count'> {
  id: number;
}

/** The values that have products, in display order. */
export type OrderedValues = Record<FacetName, OrderedValue[]>;

export function orderedValues(values: Iterable<FacetValueTable>): OrderedValues {
  const rows = [...values];
  const slugById = new Map<number | null, string>(rows.map(({ id, slug }) => [id, slug]));
  const rowsByKind = Map.groupBy(
    rows.filter(({ product_count }) => product_count > 0),
    ({ kind }) => kind as FacetName,
  );
  return byFacet((facet) => {
    const facetValues = (rowsByKind.get(facet) ?? []).map(
      ({ id, slug, name, parent_id }): OrderedValue => ({ id, slug, name, parent: slugById.get(parent_id) }),
    );
    const order = FACETS.find(({ name }) => name === facet)?.order ?? 'stored';
    return order === 'stored' ? facetValues : facetValues.sort((a, b) => COMPARE_BY[order](a.name, b.name));
  });
}

/** Returns the counts as a flat array, facet by facet. This form is the cheapest to transfer between threads. */
export function countsInOrder(values: OrderedValues, countsById: Uint32Array): Uint32Array {
  const counts = new Uint32Array(FACETS.reduce((sum, { name }) => sum + values[name].length, 0));
  let index = 0;
  for (const { name } of FACETS) for (const { id } of values[name]) counts[index++] = countsById[id] ?? 0;
  return counts;
}

/** Returns the values with their counts. `counts` has the form that `countsInOrder` returns. */
export function facetsOf(values: OrderedValues, counts: Uint32Array): Facets {
  let index = 0;
  return byFacet((name) =>
    values[name].map(({ slug, name, parent }) => ({ slug, name, parent, count: counts[index++] ?? 0 })),
  );
}

const COMPARE_BY = {
  name: compareTexts,
  size: compareSizes,
  age: compareAges,
};

/** Compares sizes: letter sizes from small to large, then numbers, then everything else (product.md, "Catalogue"). */
export function compareSizes(a: string, b: string): number {
  return (letterRank(a) ?? LAST_RANK) - (letterRank(b) ?? LAST_RANK) || compareAges(a, b);
}

const LAST_RANK = 100;

/**
 * Returns the rank of a letter size: `M` is 0, `S` -1, `XS` -2, `L` 1, `XL`, `X-Large` and `Extra Large` 2, `XXL` and
 * `2XL` 3; `S/M` is -0.5. Returns undefined for other sizes.
 */
export function letterRank(size: string): number | undefined {
  const [text = ''] = size.toLowerCase().split('(');
  const [firstSize = '', secondSize] = text.split('/').map(abbreviate);
  const rank = rankOf(firstSize);
  if (rank === undefined) return undefined;
  return secondSize !== undefined && rankOf(secondSize) !== undefined ? rank + 0.5 : rank;
}

function abbreviate(text: string): string {
  return text
    .replace('small', 's')
    .replace(/medium|med$/, 'm')
    .replace('large', 'l')
    .replaceAll('extra', 'x')
    .replaceAll('double', 'x')
    .replaceAll('triple', 'xx')
    .replace(/[\s.-]+/g, '');
}

function rankOf(text: string): number | undefined {
  const match = /^(\d?)(x{0,9})([sml])$/.exec(text);
  if (!match) return undefined;
  const [, times = '', xs = '', letter] = match;
  // "2XL" is written with one X but means "XXL".
  const steps = times && xs ? Number(times) + xs.length - 1 : xs.length;
  if (letter === 'm') return times || xs ? undefined : 0;
  if (times && !xs) return undefined;
  return letter === 's' ? -1 - steps : 1 + steps;
}

/**
 * Compares the leading numbers, in years (docs/decisions/0055-facets-in-one-list.md), then the texts. Texts without a
 * leading number come last.
 */
export function compareAges(a: string, b: string): number {
  return leadingNumber(a) - leadingNumber(b) || compareTexts(a, b);
}

export function compareTexts(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function leadingNumber(text: string): number {
  const digits = /^\s*(\d{1,9})/.exec(text)?.[1];
  if (digits === undefined) return 1e9;
  return isInMonths(text) ? Number(digits) / 12 : Number(digits);
}
