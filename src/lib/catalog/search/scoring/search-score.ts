import type { FoundPart } from '#lib/catalog/listing-index/facets/facet-values.ts';
import { WEIGHT_SCALE, type WordSegment, type WordWeights } from '#lib/catalog/search/index/word-segment.ts';
import { FIELD_WEIGHTS } from '#lib/catalog/search/words/word-fields.ts';

export interface ScoredProducts {
  parts: FoundPart[];
  /** Whether the results contain only most of the term, because few or no products contain the whole term. */
  isPartial: boolean;
  /** Whether the results contain less than half of the term, or are not of the requested kind. */
  isFarOff: boolean;
  /** Requested kinds of products that the shop does not have, as typed. */
  missingKinds: string[];
}

export interface WeighedSegment {
  segment: WordSegment;
  groups: WordWeights[];
}

const MAX_WEIGHT = Math.max(...FIELD_WEIGHTS) * WEIGHT_SCALE;
const SCORE_SCALE = 40;
/** A comparable score is at least a third of the best score. */
const MAX_SCORE_RATIO = 3;
/** A lower weight means that only descriptions contain the word, which is a weak match. */
export const LEADING_WEIGHT = 20 * WEIGHT_SCALE;
const WEAK_FACTOR = 0.5;
export const MIN_LONG_TERM_WORDS = 3;
export const FEW_PRODUCTS = 4;
/**
 * Ranks products with the whole term in leading fields above all others. For a term of one group, all products get this
 * bonus.
 */
const FULL_MATCH_BONUS = 2 ** 19;

/**
 * Returns a function that scores products. Rare words count more than common words, and words found only in
 * descriptions count less.
 */
export function scorer(
  groups: readonly WordWeights[],
  rarities: readonly number[],
  requiredGroups: ReadonlySet<number>,
): (position: number) => number {
  const isRequired = groups.map((_, group) => requiredGroups.has(group));
  const weights = groups.map(({ byPosition }) => byPosition);
  const [singleWeights, rarity] = [weights[0], rarities[0]];
  if (singleWeights && rarity !== undefined && weights.length === 1) {
    // Caches the score by weight, because most results with hundreds of thousands of products come from single words.
    const scores = new Uint32Array(MAX_WEIGHT + 1);
    return (position) => {
      const weight = singleWeights[position]!;
      const isWeak = weight < LEADING_WEIGHT;
      scores[weight] ||= scoreOf(Math.fround(weight * rarity), isWeak) + FULL_MATCH_BONUS;
      return scores[weight]!;
    };
  }
  return (position) => {
    let sum = 0;
    let matchedCount = 0;
    let isWeak = false;
    for (let group = 0; group < weights.length; group++) {
      const weight = weights[group]![position]!;
      if (weight === 0) continue;
      sum = Math.fround(sum + weight * rarities[group]!);
      if (!isRequired[group]) continue;
      matchedCount++;
      if (weight < LEADING_WEIGHT) isWeak = true;
    }
    return scoreOf(sum, false) + (matchedCount === requiredGroups.size && !isWeak ? FULL_MATCH_BONUS : 0);
  };
}

function scoreOf(sum: number, isWeak: boolean): number {
  return Math.min(FULL_MATCH_BONUS - 1, Math.max(1, Math.round(sum * SCORE_SCALE * (isWeak ? WEAK_FACTOR : 1))));
}

/**
 * Returns how many groups a product must contain: the largest number that any product contains, or one less for a
 * long term if few products contain that many. An exact search needs all groups. Returns 0 if no product qualifies.
 * `counts` contains the number of products with exactly one group, with exactly two, and so on.
 */
export function requiredGroupCount(counts: readonly number[], isExact: boolean): number {
  const max = counts.findLastIndex((count) => count > 0) + 1;
  if (max === 0 || (isExact && max < counts.length)) return 0;
  const isLong = max >= MIN_LONG_TERM_WORDS && !isExact;
  return isLong && (counts[max - 1] ?? 0) < FEW_PRODUCTS ? max - 1 : max;
}

/** Returns whether products contain less than half of the term. Such results are shown with a notice. */
export function isFarOff(matchedCount: number, groupCount: number): boolean {
  return matchedCount * 2 < groupCount;
}

/** Returns whether a match is about as good as the best match, unlike products that only mention the term. */
export function isComparableScore(score: number, bestScore: number): boolean {
  const isSameTier = score >= FULL_MATCH_BONUS === bestScore >= FULL_MATCH_BONUS;
  return isSameTier && (score % FULL_MATCH_BONUS) * MAX_SCORE_RATIO >= bestScore % FULL_MATCH_BONUS;
}
