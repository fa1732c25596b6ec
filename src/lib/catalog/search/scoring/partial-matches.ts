import { type Bitset, countAll, emptyBitset, forEachBit } from '#lib/catalog/listing-index/positions/bitset.ts';
import type { WordWeights } from '#lib/catalog/search/index/word-segment.ts';
import {
  FEW_PRODUCTS,
  isFarOff,
  LEADING_WEIGHT,
  MIN_LONG_TERM_WORDS,
  requiredGroupCount,
  type ScoredProducts,
  type WeighedSegment,
} from '#lib/catalog/search/scoring/search-score.ts';

/** The largest number of results that are checked for weak matches. */
const MAX_CHECKED_PRODUCTS = 1_000;

export interface MatchedProducts extends Pick<ScoredProducts, 'isPartial' | 'isFarOff'> {
  /** One bitset per segment; an empty list if no product matches. */
  bits: Bitset[];
}

/** Returns the products that contain the most groups, for searches where few or no products contain all groups. */
export function partialMatches(parts: readonly WeighedSegment[], isExact: boolean): MatchedProducts {
  const groupCount = parts[0]?.groups.length ?? 0;
  const matchesOfParts = parts.map(({ segment, groups }) => matchesByCount(segment.aliveBits, groups));
  const totals = Array.from({ length: groupCount + 1 }, (_, min) =>
    countAll(matchesOfParts.map((bitsets) => bitsets[min]!)),
  );
  const countsByGroupCount = Array.from(
    { length: groupCount },
    (_, index) => totals[index + 1]! - (totals[index + 2] ?? 0),
  );
  const maxCount = requiredGroupCount(countsByGroupCount, isExact);
  const matchedIndexes = matchedGroupIndexes(parts);
  const requiresAllMatched = !isExact && maxCount > 1 && maxCount === matchedIndexes.length;
  const isWeak =
    requiresAllMatched &&
    isWeakMatch(
      parts,
      matchedIndexes,
      matchesOfParts.map((bitsets) => bitsets[maxCount]!),
    );
  const requiredCount = isWeak ? maxCount - 1 : maxCount;
  if (requiredCount === 0) return { bits: [], isPartial: false, isFarOff: false };
  return {
    bits: matchesOfParts.map((bitsets) => bitsets[requiredCount]!),
    isPartial: requiredCount < groupCount,
    isFarOff: isFarOff(requiredCount, groupCount),
  };
}

/**
 * Returns a list of bitsets. The bitset at index n contains the products of `candidates` that have at least n of the
 * groups.
 */
export function matchesByCount(candidates: Bitset, groups: readonly WordWeights[]): Bitset[] {
  const bitsets = [candidates, ...groups.map(({ byPosition }) => emptyBitset(byPosition.length))];
  for (const [index, { bits, count }] of groups.entries()) {
    if (count === 0) continue;
    for (let min = index + 1; min > 0; min--) addCommon(bitsets[min]!, bitsets[min - 1]!, bits);
  }
  return bitsets;
}

function addCommon(target: Bitset, a: Bitset, b: Bitset): void {
  for (let index = 0; index < target.length; index++) target[index]! |= a[index]! & b[index]!;
}

/** Returns the indexes of the groups that at least one product contains. */
export function matchedGroupIndexes(parts: readonly WeighedSegment[]): number[] {
  const firstGroups = parts[0]?.groups ?? [];
  return [...firstGroups.keys()].filter((group) => parts.some(({ groups }) => groups[group]!.count > 0));
}

/**
 * Returns whether few of the products have all of these groups in leading fields. With two groups: whether there are
 * few products, and at least one of them lacks a group in its leading fields. With one group, or for many products:
 * false.
 */
export function isWeakMatch(
  parts: readonly WeighedSegment[],
  matchedIndexes: readonly number[],
  matches: readonly Bitset[],
): boolean {
  const total = countAll(matches);
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
