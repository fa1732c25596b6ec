import { type Bitset, clearBit, fullBitset, keepCommon, listBits, takeOut } from '#lib/facets/bitset.ts';
import type { ListFilter } from '#lib/facets/facet-values.ts';
import { PRODUCT_FACETS, VARIANT_FACETS } from '#lib/facets/facets.ts';
import type { ListingSegment } from '#lib/facets/listing-segment.ts';
import { type Combo, comboValuesAt } from '#lib/facets/listing-tokens.ts';

export function matchOf(segment: ListingSegment, filter: ListFilter): Bitset {
  const base = baseOf(segment, filter);
  const isVariantChosen = VARIANT_FACETS.some((facet) => filter[facet]);
  const match = isVariantChosen ? variantMatches(segment, base, filter) : base;
  for (const facet of PRODUCT_FACETS) if (filter[facet]) keepCommon(match, segment.union(filter[facet]));
  return match;
}

export function baseOf(segment: ListingSegment, { minPaise, maxPaise, found }: ListFilter): Bitset {
  const base = segment.alive.slice();
  if (found) keepCommon(base, segment.foundHere(found).bits);
  if (minPaise !== undefined || maxPaise !== undefined)
    keepPrices(segment, base, minPaise ?? 0, maxPaise ?? Number.MAX_SAFE_INTEGER);
  return base;
}

function keepPrices(segment: ListingSegment, base: Bitset, minPaise: number, maxPaise: number): void {
  const order = segment.order('lowtohigh');
  const minPaiseOf = segment.columns.minPaise;
  const from = firstAt(order, (position) => minPaiseOf[position]! >= minPaise);
  const to = firstAt(order, (position) => minPaiseOf[position]! > maxPaise);
  if (to < order.length) keepCommon(base, segment.cheapest(Math.max(from, to)));
  if (from > 0) takeOut(base, segment.cheapest(from));
}

function firstAt(order: Uint32Array, holds: (position: number) => boolean): number {
  let [low, high] = [0, order.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (holds(order[middle]!)) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** For every combination, a bit for each chosen facet that it fails, in the order of VARIANT_FACETS. */
export function missesOf(combos: Combo[], filter: ListFilter): Uint8Array {
  const chosen = VARIANT_FACETS.map((facet) => filter[facet] && new Set(filter[facet]));
  const fails = (combo: Combo, at: number) =>
    chosen[at] !== undefined && !comboValuesAt(combo, at).some((id) => chosen[at]?.has(id));
  return Uint8Array.from(combos, (combo) =>
    chosen.reduce((miss, _, at) => (fails(combo, at) ? miss | (1 << at) : miss), 0),
  );
}

/** Of all goods, whether they live or not: the products with a variant that has every choice. */
function allVariantMatches(segment: ListingSegment, filter: ListFilter): Bitset {
  const candidates = fullBitset(segment.size);
  for (const facet of VARIANT_FACETS) if (filter[facet]) keepCommon(candidates, segment.union(filter[facet]));
  if (VARIANT_FACETS.filter((facet) => filter[facet]).length === 1) return candidates;
  const { comboStarts, comboAt, combos } = segment.columns;
  const misses = missesOf(combos, filter);
  for (const position of listBits(candidates)) {
    const end = comboStarts[position + 1]!;
    let at = comboStarts[position]!;
    while (at < end && misses[comboAt[at]!] !== 0) at++;
    if (at === end) clearBit(candidates, position);
  }
  return candidates;
}

export function variantMatches(segment: ListingSegment, base: Bitset, filter: ListFilter): Bitset {
  const bits = base.slice();
  const matches = segment.variantMatch(choiceOf(filter), () => allVariantMatches(segment, filter));
  keepCommon(bits, matches);
  return bits;
}

/** The same for all lists that ask the same of a variant. */
export function choiceOf(filter: ListFilter): string {
  return JSON.stringify(VARIANT_FACETS.map((facet) => filter[facet] ?? null));
}
