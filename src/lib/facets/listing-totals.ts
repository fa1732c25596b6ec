import {
  type Bitset,
  countBits,
  countCommon,
  countListed,
  fullBitset,
  keepCommon,
  listBits,
  takeOut,
} from '#lib/facets/bitset.ts';
import type { ListFilter } from '#lib/facets/facet-values.ts';
import { PRODUCT_FACETS, VARIANT_FACETS } from '#lib/facets/facets.ts';
import { baseOf, missesOf, variantMatches } from '#lib/facets/listing-match.ts';
import type { ListingSegment } from '#lib/facets/listing-segment.ts';
import { type Combo, comboValues, comboValuesAt, MOST_COMBO_VALUES } from '#lib/facets/listing-tokens.ts';
import type { Posting } from '#lib/facets/value-postings.ts';

const LARGE_PART = 8;

export type Counter = Map<number, number>;
export type KindOf = (valueId: number) => string | undefined;

export function matchAndCount(segment: ListingSegment, filter: ListFilter, kindOf: KindOf, counts: Counter): Bitset {
  const base = baseOf(segment, filter);
  const chosenOwn = PRODUCT_FACETS.filter((facet) => filter[facet]);
  const unions = new Map(chosenOwn.map((facet) => [facet, segment.union(filter[facet] ?? [])]));
  const isVariantChosen = VARIANT_FACETS.some((facet) => filter[facet]);
  const misses = missesOf(segment.columns.combos, filter);
  const variantBits = isVariantChosen ? variantMatches(segment, base, filter, misses) : base;
  const without = (except: string) => {
    const bits = variantBits.slice();
    for (const [facet, union] of unions) if (facet !== except) keepCommon(bits, union);
    return bits;
  };
  const match = without('');
  const rest = new Set<string>(PRODUCT_FACETS);
  for (const facet of chosenOwn) {
    rest.delete(facet);
    countOwn(segment, without(facet), new Set([facet]), kindOf, counts);
  }
  countOwn(segment, match, rest, kindOf, counts);
  for (const union of unions.values()) keepCommon(base, union);
  countVariants(segment, isVariantChosen ? base : match, isVariantChosen ? misses : undefined, kindOf, counts);
  return match;
}

function countOwn(
  segment: ListingSegment,
  bits: Bitset,
  kinds: ReadonlySet<string>,
  kindOf: KindOf,
  counts: Counter,
): void {
  if (kinds.size === 0) return;
  const { ownStarts, ownIds } = segment.columns;
  countKinds(segment, bits, [ownStarts, ownIds], kinds, kindOf, counts);
}

/** A variant counts for a facet when it fails no other; a product counts once for a value. */
function countVariants(
  segment: ListingSegment,
  bits: Bitset,
  misses: Uint8Array | undefined,
  kindOf: KindOf,
  counts: Counter,
): void {
  const kinds = new Set<string>(VARIANT_FACETS);
  const { variantStarts, variantIds } = segment.columns;
  if (misses) countCombos(segment, bits, misses, counts);
  else countKinds(segment, bits, [variantStarts, variantIds], kinds, kindOf, counts);
}

type Listed = readonly [starts: Uint32Array, ids: Uint32Array];

function countKinds(
  segment: ListingSegment,
  bits: Bitset,
  listed: Listed,
  kinds: ReadonlySet<string>,
  kindOf: KindOf,
  counts: Counter,
): void {
  const products = countBits(bits);
  const postings = [...segment.postings()].filter(([id]) => kinds.has(kindOf(id)!));
  const fewer = Math.min(products, segment.size - products);
  if (workByValue(postings) < workByProduct(fewer, listed)) {
    countPostings(postings, bits, counts);
    return;
  }
  const found = countedAt(segment, fewer === products ? bits : others(segment, bits), listed);
  for (const [id, { size }] of postings) {
    const n = fewer === products ? found[id]! : size - found[id]!;
    if (n > 0) bump(counts, id, n);
  }
}

/** As measured at a million products, in words of bits: for a position of a list, and for a product's value. */
const WORK_A_POSITION = 1.5;
const WORK_A_VALUE = 4;

function workByValue(postings: readonly [number, Posting][]): number {
  return postings.reduce((sum, [, { bits, list }]) => sum + (bits?.length ?? list.length * WORK_A_POSITION), 0);
}

function workByProduct(products: number, [starts, ids]: Listed): number {
  const valuesAProduct = ids.length / Math.max(1, starts.length - 1);
  return products * (valuesAProduct + 1) * WORK_A_VALUE;
}

function others({ size }: ListingSegment, bits: Bitset): Bitset {
  const rest = fullBitset(size);
  takeOut(rest, bits);
  return rest;
}

function countedAt({ largestValueId }: ListingSegment, bits: Bitset, [starts, ids]: Listed): Uint32Array {
  const found = new Uint32Array(largestValueId + 1);
  for (const position of listBits(bits)) {
    for (let at = starts[position]!; at < starts[position + 1]!; at++) found[ids[at]!]!++;
  }
  return found;
}

function countCombos(segment: ListingSegment, bits: Bitset, misses: Uint8Array, counts: Counter): void {
  const values = segment.columns.combos.map((combo, index) => countedValues(combo, misses[index]!));
  const valueAt = new Uint32Array(values.length * MOST_COMBO_VALUES);
  for (const [index, ids] of values.entries()) valueAt.set(ids, index * MOST_COMBO_VALUES);
  if (countBits(bits) * LARGE_PART > segment.size) {
    for (const [id, set] of segment.valueSets(valueAt)) {
      const n = countCommon(bits, set);
      if (n > 0) bump(counts, id, n);
    }
    return;
  }
  const { comboStarts, comboAt } = segment.columns;
  const found = new Uint32Array(segment.largestValueId + 1);
  const lastSeen = new Uint32Array(segment.largestValueId + 1);
  for (const position of listBits(bits)) {
    for (let at = comboStarts[position]!; at < comboStarts[position + 1]!; at++) {
      for (let i = comboAt[at]! * MOST_COMBO_VALUES, end = i + MOST_COMBO_VALUES; i < end && valueAt[i] !== 0; i++) {
        const id = valueAt[i]!;
        if (lastSeen[id] === position + 1) continue;
        lastSeen[id] = position + 1;
        found[id]!++;
      }
    }
  }
  for (let id = 0; id < found.length; id++) if (found[id]! > 0) bump(counts, id, found[id]);
}

function countedValues(combo: Combo, miss: number): number[] {
  if (miss === 0) return comboValues(combo);
  const isOnlyOne = (miss & (miss - 1)) === 0;
  return isOnlyOne ? comboValuesAt(combo, Math.log2(miss)) : [];
}

function countPostings(postings: readonly [number, Posting][], bits: Bitset, counts: Counter): void {
  for (const [id, posting] of postings) {
    const n = posting.bits ? countCommon(bits, posting.bits) : countListed(bits, posting.list);
    if (n > 0) bump(counts, id, n);
  }
}

function bump(counts: Counter, id: number, n = 1): void {
  counts.set(id, (counts.get(id) ?? 0) + n);
}
