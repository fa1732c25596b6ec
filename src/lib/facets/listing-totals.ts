import { type Bitset, countBits, countListed, fullBitset, keepCommon, listBits, takeOut } from '#lib/facets/bitset.ts';
import type { ListFilter } from '#lib/facets/facet-values.ts';
import { PRODUCT_FACETS, VARIANT_FACETS } from '#lib/facets/facets.ts';
import { baseOf, choiceOf, missesOf, variantMatches } from '#lib/facets/listing-match.ts';
import type { ListingSegment } from '#lib/facets/listing-segment.ts';
import { type Combo, comboValues, comboValuesAt, MOST_COMBO_VALUES } from '#lib/facets/listing-tokens.ts';
import type { RareValues } from '#lib/facets/rare-values.ts';
import type { Posting } from '#lib/facets/value-postings.ts';

const LARGE_PART = 8;

export type Counter = Map<number, number>;
export type KindOf = (valueId: number) => string | undefined;

export function matchAndCount(segment: ListingSegment, filter: ListFilter, kindOf: KindOf, counts: Counter): Bitset {
  const base = baseOf(segment, filter);
  const chosenOwn = PRODUCT_FACETS.filter((facet) => filter[facet]);
  const unions = new Map(chosenOwn.map((facet) => [facet, segment.union(filter[facet] ?? [])]));
  const isVariantChosen = VARIANT_FACETS.some((facet) => filter[facet]);
  const variantBits = isVariantChosen ? variantMatches(segment, base, filter) : base;
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
  if (isVariantChosen) countCombos(segment, base, filter, counts);
  else countVariants(segment, match, kindOf, counts);
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
  const { ownStarts: starts, ownIds: ids } = segment.columns;
  countKinds(segment, bits, { starts, ids, rare: segment.rare?.own }, kinds, kindOf, counts);
}

function countVariants(segment: ListingSegment, bits: Bitset, kindOf: KindOf, counts: Counter): void {
  const kinds = new Set<string>(VARIANT_FACETS);
  const { variantStarts: starts, variantIds: ids } = segment.columns;
  countKinds(segment, bits, { starts, ids, rare: segment.rare?.variant }, kinds, kindOf, counts);
}

interface Listed {
  starts: Uint32Array;
  ids: Uint32Array;
  rare: RareValues | undefined;
}

type Postings = [number, Posting][];

function countKinds(
  segment: ListingSegment,
  bits: Bitset,
  listed: Listed,
  kinds: ReadonlySet<string>,
  kindOf: KindOf,
  counts: Counter,
): void {
  const postings = [...segment.postings()].filter(([id]) => kinds.has(kindOf(id)!));
  const byList = postings.filter(([, posting]) => !posting.bits);
  const fewer = fewerOf(segment, bits);
  const { rare } = listed;
  const workOfRare = rare ? rare.stepsFor(fewer.size) * WORK_A_POSITION : Number.POSITIVE_INFINITY;
  const isRareFaster = workOfRare < workByValue(segment, byList);
  const byValue = isRareFaster ? postings.filter(([, posting]) => posting.bits) : postings;
  if (workByProduct(fewer.size, listed) <= workByValue(segment, byValue) + (isRareFaster ? workOfRare : 0)) {
    const found = countedAt(segment, fewer.bits, listed);
    countFewer(postings, fewer, (id) => found[id]!, counts);
    return;
  }
  countPostings(segment, byValue, bits, counts);
  if (rare && isRareFaster) countFewer(byList, fewer, rare.counting(fewer.bits), counts);
}

/** What is counted, or what is not, whichever is less. */
interface Fewer {
  bits: Bitset;
  size: number;
  isLeftOut: boolean;
}

function fewerOf(segment: ListingSegment, bits: Bitset): Fewer {
  const products = countBits(bits);
  if (products * 2 <= segment.size) return { bits, size: products, isLeftOut: false };
  const rest = fullBitset(segment.size);
  takeOut(rest, bits);
  return { bits: rest, size: segment.size - products, isLeftOut: true };
}

function countFewer(postings: Postings, { isLeftOut }: Fewer, countOf: (id: number) => number, counts: Counter): void {
  for (const [id, { size }] of postings) bump(counts, id, isLeftOut ? size - countOf(id) : countOf(id));
}

/** As measured at a million products, in words of bits: for a position of a list, and for a product's value. */
const WORK_A_POSITION = 1.5;
const WORK_A_VALUE = 4;
const WORK_SIDE_BY_SIDE = 0.2;

function workByValue({ sets }: ListingSegment, postings: Postings): number {
  const workAWord = sets.isSideBySide ? WORK_SIDE_BY_SIDE : 1;
  const workOf = ({ bits, list }: Posting) => (bits ? bits.length * workAWord : list.length * WORK_A_POSITION);
  return postings.reduce((sum, [, posting]) => sum + workOf(posting), 0);
}

function workByProduct(products: number, { starts, ids }: Listed): number {
  const valuesAProduct = ids.length / Math.max(1, starts.length - 1);
  return products * (valuesAProduct + 1) * WORK_A_VALUE;
}

function countedAt({ largestValueId }: ListingSegment, bits: Bitset, { starts, ids }: Listed): Uint32Array {
  const found = new Uint32Array(largestValueId + 1);
  for (const position of listBits(bits)) {
    for (let at = starts[position]!; at < starts[position + 1]!; at++) found[ids[at]!]!++;
  }
  return found;
}

/** A variant counts for a facet when it fails no other; a product counts once for a value. */
function countCombos(segment: ListingSegment, bits: Bitset, filter: ListFilter, counts: Counter): void {
  const isLarge = countBits(bits) * LARGE_PART > segment.size;
  const kept = segment.valueSets(choiceOf(filter), isLarge, () => countedValuesOf(segment, filter));
  if (!kept) {
    countCombosByProduct(segment, bits, countedValuesOf(segment, filter), counts);
    return;
  }
  const inCommon = kept.sets.counting(bits);
  for (const [id, set] of kept.byId) bump(counts, id, inCommon(set));
}

function countCombosByProduct(segment: ListingSegment, bits: Bitset, valueAt: Uint32Array, counts: Counter): void {
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
  for (let id = 0; id < found.length; id++) bump(counts, id, found[id]!);
}

function countedValuesOf({ columns: { combos } }: ListingSegment, filter: ListFilter): Uint32Array {
  const misses = missesOf(combos, filter);
  const valueAt = new Uint32Array(combos.length * MOST_COMBO_VALUES);
  for (const [index, combo] of combos.entries())
    valueAt.set(countedValues(combo, misses[index]!), index * MOST_COMBO_VALUES);
  return valueAt;
}

function countedValues(combo: Combo, miss: number): number[] {
  if (miss === 0) return comboValues(combo);
  const isOnlyOne = (miss & (miss - 1)) === 0;
  return isOnlyOne ? comboValuesAt(combo, Math.log2(miss)) : [];
}

function countPostings({ sets }: ListingSegment, postings: Postings, bits: Bitset, counts: Counter): void {
  const inCommon = sets.counting(bits);
  for (const [id, posting] of postings) {
    const n = posting.bits ? inCommon(posting.bits) : countListed(bits, posting.list);
    bump(counts, id, n);
  }
}

function bump(counts: Counter, id: number, n: number): void {
  if (n === 0) return;
  counts.set(id, (counts.get(id) ?? 0) + n);
}
