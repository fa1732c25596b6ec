import { type Bitset, countBits, emptyBitset, forEachBit } from '#lib/catalog/listing-index/positions/bitset.ts';
import type { WordWeights } from '#lib/catalog/search/index/word-weights.ts';
import {
  FEW_PRODUCTS,
  isFarOff,
  LEADING_WEIGHT,
  MIN_LONG_TERM_WORDS,
  requiredGroupCount,
  type WeighedSegment,
} from '#lib/catalog/search/scoring/search-score.ts';

/** The largest number of results that are checked for weak matches. */
const MAX_CHECKED_PRODUCTS = 1_000;

export interface MatchedProducts {
  /** One bitset per segment. */
  bits: Bitset[];
  isPartial: boolean;
  isFarOff: boolean;
}

/** Returns the products that contain the most groups, for searches where few or no products contain all groups. */
export function partialMatches(parts: readonly WeighedSegment[], isExact: boolean): MatchedProducts {
  const groupCount = parts[0]?.groups.length ?? 0;
  const matchesOfParts = parts.map(({ segment, groups }) => matchesByCount(segment.aliveBits, groups));
  const totals = Array.from({ length: groupCount + 1 }, (_, min) =>
    matchesOfParts.reduce((sum, sets) => sum + countBits(sets[min]!), 0),
  );
  const countsByGroups = Array.from(
    { length: groupCount },
    (_, index) => totals[index + 1]! - (totals[index + 2] ?? 0),
  );
  const max = requiredGroupCount(countsByGroups, isExact);
  const matchedIndexes = matchedGroups(parts);
  const hasAllMatched = !isExact && max > 1 && max === matchedIndexes.length;
  const isWeak =
    hasAllMatched &&
    isWeakMatch(
      parts,
      matchedIndexes,
      matchesOfParts.map((sets) => sets[max]!),
    );
  const min = isWeak ? max - 1 : max;
  const bits = min === 0 ? [] : matchesOfParts.map((sets) => sets[min]!);
  return { bits, isPartial: min > 0 && min < groupCount, isFarOff: min > 0 && isFarOff(min, groupCount) };
}

/**
 * Returns a list of bitsets: that at index n contains the products of `candidates` that have at least n of the groups.
 */
export function matchesByCount(candidates: Bitset, groups: readonly WordWeights[]): Bitset[] {
  const sets = [candidates, ...groups.map(({ byPosition }) => emptyBitset(byPosition.length))];
  for (const [index, { bits, count }] of groups.entries()) {
    if (count === 0) continue;
    for (let min = index + 1; min > 0; min--) addCommon(sets[min]!, sets[min - 1]!, bits);
  }
  return sets;
}

function addCommon(target: Bitset, a: Bitset, b: Bitset): void {
  for (let index = 0; index < target.length; index++) target[index]! |= a[index]! & b[index]!;
}

/** Returns the indexes of the groups that at least one product contains. */
export function matchedGroups(parts: readonly WeighedSegment[]): number[] {
  const firstGroups = parts[0]?.groups ?? [];
  return [...firstGroups.keys()].filter((group) => parts.some(({ groups }) => groups[group]!.count > 0));
}

/**
 * Returns whether few of the products have all of these groups in leading fields. With two groups: whether there are
 * few products, and not all of them have both groups in leading fields. False for fewer groups, or many products.
 */
export function isWeakMatch(
  parts: readonly WeighedSegment[],
  matchedIndexes: readonly number[],
  matches: readonly Bitset[],
): boolean {
  const total = matches.reduce((sum, bits) => sum + countBits(bits), 0);
  if (matchedIndexes.length < 2 || total > MAX_CHECKED_PRODUCTS) return false;
  let leadingCount = 0;
  for (const [partIndex, { groups }] of parts.entries()) {
    forEachBit(matches[partIndex]!, (position) => {
      if (matchedIndexes.every((group) => groups[group]!.byPosition[position]! >= LEADING_WEIGHT)) leadingCount++;
    });
  }
  if (matchedIndexes.length >= MIN_LONG_TERM_WORDS) return leadingCount < FEW_PRODUCTS;
  return total < FEW_PRODUCTS && leadingCount < total;
}
