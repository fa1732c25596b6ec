import {
  type Bitset,
  countBits,
  countCommon,
  emptyBitset,
  forEachBit,
  hasBit,
  keepCommon,
  setBit,
} from '#lib/catalog/bitset.ts';
import { type ListFilter, OWN_FACETS, VARIANT_FACETS } from '#lib/catalog/listing-filter.ts';
import { type Combo, comboValues, type ListingSegment } from '#lib/catalog/listing-segment.ts';
import type { FacetKind } from '#lib/db/tables.ts';

/** Adds up, for every facet value, how many products it would leave. */
export type Counter = Map<number, number>;
export type KindOf = (valueId: number) => FacetKind | undefined;

/** The products of a segment that match; on the way it counts what each facet value would leave. */
export function matchAndCount(segment: ListingSegment, filter: ListFilter, kindOf: KindOf, counts: Counter): Bitset {
  const base = baseOf(segment, filter);
  const chosenOwn = OWN_FACETS.filter((facet) => filter[facet]);
  const unions = new Map(chosenOwn.map((facet) => [facet, segment.union(filter[facet] ?? [])]));
  const isVariantChosen = VARIANT_FACETS.some((facet) => filter[facet]);
  const misses = missesOf(segment.combos, filter);
  const variantBits = isVariantChosen ? variantMatches(segment, base, filter, misses) : base;
  const without = (except: string) => {
    const bits = variantBits.slice();
    for (const [facet, union] of unions) if (facet !== except) keepCommon(bits, union);
    return bits;
  };
  const match = without('');
  const rest = new Set<FacetKind>(OWN_FACETS);
  for (const facet of chosenOwn) {
    rest.delete(facet);
    countOwn(segment, without(facet), new Set([facet]), kindOf, counts);
  }
  countOwn(segment, match, rest, kindOf, counts);
  for (const union of unions.values()) keepCommon(base, union);
  countVariants(segment, isVariantChosen ? base : match, isVariantChosen ? misses : undefined, kindOf, counts);
  return match;
}

/** Alive, within the price, and found by the search. */
function baseOf(segment: ListingSegment, { minPaise, maxPaise, ids }: ListFilter): Bitset {
  const base = segment.alive.slice();
  if (ids) {
    const found = emptyBitset(segment.size);
    for (const id of ids) {
      const position = segment.positionOf(id);
      if (position !== undefined) setBit(found, position);
    }
    keepCommon(base, found);
  }
  if (minPaise === undefined && maxPaise === undefined) return base;
  const inRange = emptyBitset(segment.size);
  const [low, high] = [minPaise ?? 0, maxPaise ?? Number.MAX_SAFE_INTEGER];
  for (let position = 0; position < segment.size; position++) {
    const price = segment.minPaise[position]!;
    if (price >= low && price <= high) setBit(inRange, position);
  }
  keepCommon(base, inRange);
  return base;
}

/** For every combination, which of the four chosen facets it fails: a bit each, in the order of VARIANT_FACETS. */
function missesOf(combos: Combo[], filter: ListFilter): Uint8Array {
  const chosen = VARIANT_FACETS.map((facet) => filter[facet] && new Set(filter[facet]));
  return Uint8Array.from(combos, ([size, color, age, flags]) => {
    const own = [[size], [color], [age], comboValues(0, 0, 0, flags)];
    return own.reduce(
      (miss, ids, at) => (chosen[at] && !ids.some((id) => chosen[at]?.has(id)) ? miss | (1 << at) : miss),
      0,
    );
  });
}

/** Products with one variant that holds all of size, color, age and availability. */
function variantMatches(segment: ListingSegment, base: Bitset, filter: ListFilter, misses: Uint8Array): Bitset {
  const candidates = base.slice();
  const chosen = VARIANT_FACETS.filter((facet) => filter[facet]);
  for (const facet of chosen) keepCommon(candidates, segment.union(filter[facet] ?? []));
  // With one facet, having the value is all there is to it.
  if (chosen.length === 1) return candidates;
  const { comboStarts, comboAt } = segment;
  const matches = emptyBitset(segment.size);
  forEachBit(candidates, (position) => {
    for (let at = comboStarts[position]!; at < comboStarts[position + 1]!; at++) {
      if (misses[comboAt[at]!] !== 0) continue;
      setBit(matches, position);
      break;
    }
  });
  return matches;
}

function countOwn(
  segment: ListingSegment,
  bits: Bitset,
  kinds: ReadonlySet<FacetKind>,
  kindOf: KindOf,
  counts: Counter,
): void {
  if (kinds.size === 0) return;
  if (isDense(segment, bits)) {
    countPostings(segment, bits, kinds, kindOf, counts);
    return;
  }
  const { ownStarts, ownIds } = segment;
  const found = new Map<number, number>();
  forEachBit(bits, (position) => {
    for (let at = ownStarts[position]!; at < ownStarts[position + 1]!; at++) bump(found, ownIds[at]!);
  });
  for (const [id, n] of found) if (kinds.has(kindOf(id)!)) bump(counts, id, n);
}

/** A variant counts for a facet when it fails no other; a product counts once for a value. */
function countVariants(
  segment: ListingSegment,
  bits: Bitset,
  misses: Uint8Array | undefined,
  kindOf: KindOf,
  counts: Counter,
): void {
  if (!misses && isDense(segment, bits)) {
    countPostings(segment, bits, new Set<FacetKind>(VARIANT_FACETS), kindOf, counts);
    return;
  }
  const valuesOfCombo = segment.combos.map((combo, index) => countedValues(combo, misses?.[index] ?? 0));
  const { comboStarts, comboAt } = segment;
  const largest = valuesOfCombo.reduce((max, ids) => ids.reduce((a, b) => Math.max(a, b), max), 0);
  const found = new Uint32Array(largest + 1);
  const lastSeen = new Uint32Array(largest + 1);
  forEachBit(bits, (position) => {
    for (let at = comboStarts[position]!; at < comboStarts[position + 1]!; at++) {
      const ids = valuesOfCombo[comboAt[at]!]!;
      for (let i = 0; i < ids.length; i++) {
        const id = ids[i]!;
        if (lastSeen[id] === position + 1) continue;
        lastSeen[id] = position + 1;
        found[id]!++;
      }
    }
  });
  for (const [id, n] of found.entries()) if (n > 0) bump(counts, id, n);
}

/** The values for which a variant counts, given the facets that it fails. */
function countedValues([size, color, age, flags]: Combo, miss: number): number[] {
  if (miss === 0) return comboValues(size, color, age, flags);
  if (miss === 1) return comboValues(size, 0, 0, 0);
  if (miss === 2) return comboValues(0, color, 0, 0);
  if (miss === 4) return comboValues(0, 0, age, 0);
  return miss === 8 ? comboValues(0, 0, 0, flags) : [];
}

function countPostings(
  segment: ListingSegment,
  bits: Bitset,
  kinds: ReadonlySet<FacetKind>,
  kindOf: KindOf,
  counts: Counter,
): void {
  for (const [id, posting] of segment.postings()) {
    if (!kinds.has(kindOf(id)!)) continue;
    let n = 0;
    if (posting.bits) n = countCommon(bits, posting.bits);
    else for (const position of posting.list) if (hasBit(bits, position)) n++;
    if (n > 0) bump(counts, id, n);
  }
}

/** Whether counting word by word, value after value, is less work than product after product. */
function isDense(segment: ListingSegment, bits: Bitset): boolean {
  return countBits(bits) * 8 > segment.valueCount * bits.length;
}

function bump(counts: Counter, id: number, n = 1): void {
  counts.set(id, (counts.get(id) ?? 0) + n);
}
