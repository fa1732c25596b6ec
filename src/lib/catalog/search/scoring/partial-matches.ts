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

/** Larger results are not checked for weak matches. */
const MAX_CHECKED_PRODUCTS = 1_000;

export interface MatchedProducts {
  /** One bitset per segment. */
  bits: Bitset[];
  isPartial: boolean;
  isFarOff: boolean;
}

/** The products that contain the most groups, for searches where few or no products contain all. */
export function partialMatches(parts: readonly WeighedSegment[], isExact: boolean): MatchedProducts {
  const groupCount = parts[0]?.groups.length ?? 0;
  const matchesOfParts = parts.map(({ segment, groups }) => matchesByCount(segment.alive, groups));
  const totals = Array.from({ length: groupCount + 1 }, (_, min) =>
    matchesOfParts.reduce((sum, sets) => sum + countBits(sets[min]!), 0),
  );
  const countsByGroups = Array.from(
    { length: groupCount },
    (_, index) => totals[index + 1]! - (totals[index + 2] ?? 0),
  );
  const max = requiredGroupCount(countsByGroups, isExact);
  const matched = matchedGroups(parts);
  const hasAllMatched = !isExact && max > 1 && max === matched.length;
  const isWeak =
    hasAllMatched &&
    isWeakMatch(
      parts,
      matched,
      matchesOfParts.map((sets) => sets[max]!),
    );
  const min = isWeak ? max - 1 : max;
  const bits = min === 0 ? [] : matchesOfParts.map((sets) => sets[min]!);
  return { bits, isPartial: min > 0 && min < groupCount, isFarOff: min > 0 && isFarOff(min, groupCount) };
}

/** The bitset at index n contains the products of `among` that have at least n of the groups. */
export function matchesByCount(among: Bitset, groups: readonly WordWeights[]): Bitset[] {
  const sets = [among, ...groups.map(({ byPosition }) => emptyBitset(byPosition.length))];
  for (const [index, { bits, count }] of groups.entries()) {
    if (count === 0) continue;
    for (let min = index + 1; min > 0; min--) addCommon(sets[min]!, sets[min - 1]!, bits);
  }
  return sets;
}

function addCommon(to: Bitset, a: Bitset, b: Bitset): void {
  for (let at = 0; at < to.length; at++) to[at]! |= a[at]! & b[at]!;
}

/** The indexes of the groups that at least one product contains. */
export function matchedGroups(parts: readonly WeighedSegment[]): number[] {
  const firstGroups = parts[0]?.groups ?? [];
  return [...firstGroups.keys()].filter((at) => parts.some(({ groups }) => groups[at]!.count > 0));
}

/**
 * Whether few of the products have all of these groups in leading fields. With two groups: whether there are few
 * products, and not all of them have both groups in leading fields.
 */
export function isWeakMatch(
  parts: readonly WeighedSegment[],
  matched: readonly number[],
  matches: readonly Bitset[],
): boolean {
  const total = matches.reduce((sum, bits) => sum + countBits(bits), 0);
  if (matched.length < 2 || total > MAX_CHECKED_PRODUCTS) return false;
  let leading = 0;
  for (const [at, { groups }] of parts.entries()) {
    forEachBit(matches[at]!, (position) => {
      if (matched.every((group) => groups[group]!.byPosition[position]! >= LEADING_WEIGHT)) leading++;
    });
  }
  if (matched.length >= MIN_LONG_TERM_WORDS) return leading < FEW_PRODUCTS;
  return total < FEW_PRODUCTS && leading < total;
}
