import type { FoundPart } from '#lib/catalog/listing-index/facets/facet-values.ts';
import {
  type Bitset,
  countAll,
  countBits,
  emptyBitset,
  intersection,
} from '#lib/catalog/listing-index/positions/bitset.ts';
import { WEIGHT_SCALE, type WordSegment, type WordWeights } from '#lib/catalog/search/index/word-segment.ts';
import { matchByKind } from '#lib/catalog/search/scoring/match-by-kind.ts';
import {
  isWeakMatch,
  type MatchedProducts,
  matchedGroupIndexes,
  partialMatches,
} from '#lib/catalog/search/scoring/partial-matches.ts';
import type { Alternative, WordGroup } from '#lib/catalog/search/scoring/read-term.ts';
import {
  isFarOff,
  requiredGroupCount,
  type ScoredProducts,
  scorer,
  type WeighedSegment,
} from '#lib/catalog/search/scoring/search-score.ts';
import { FIELD_WEIGHTS } from '#lib/catalog/search/words/word-fields.ts';

const MIN_RARITY = 0.25;
const MAX_KIND_WEIGHT = 60;
/**
 * Lower than the sum of the weights of all fields, so that products of a category rank about as high as those that also
 * have the word in their name.
 */
const MAX_KIND_WEIGHT_ALONE = 120;

/**
 * Scores the products that contain every group; if there are few or none, those that contain the most groups. If a term
 * of several groups names a kind of product or a person, scores those that `matchByKind` finds, unless `isExact`.
 */
export function scoreProducts(
  segments: readonly WordSegment[],
  queryGroups: readonly WordGroup[],
  isExact: boolean,
): ScoredProducts {
  const groups = queryGroups.map((group) => withMaxWeight(group, queryGroups.length > 1));
  const weighedParts = segments.map((segment) => ({
    segment,
    groups: groups.map((group) => weightsOf(segment, group)),
  }));
  const size = segments.reduce((sum, segment) => sum + segment.size, 0);
  const counts = groups.map((_, index) => weighedParts.reduce((sum, part) => sum + part.groups[index]!.count, 0));
  const rarities = counts.map((count) => MIN_RARITY + Math.log(1 + size / Math.max(1, count)) / Math.log(2 + size));
  const requiredGroupIndexes = requiredIndexes(groups);
  const requiredParts = weighedParts.map(({ segment, groups }) => ({
    segment,
    groups: requiredGroupIndexes.map((index) => groups[index]!),
  }));
  const requiredCounts = requiredGroupIndexes.map((index) => counts[index]!);
  const requiredGroups = requiredGroupIndexes.map((index) => groups[index]!);
  const kindMatches =
    isExact || (requiredGroups.length < 2 && !requiredGroups[0]?.isSimilar)
      ? undefined
      : matchByKind(requiredGroups, requiredParts);
  const matches =
    kindMatches?.matches ??
    fullMatches(requiredParts, requiredCounts, isExact) ??
    partialMatches(requiredParts, isExact);
  const { bits, isPartial } = matches;
  for (const { segment, groups: borrowedWeights } of weighedParts)
    for (const weights of borrowedWeights) segment.returnWeights(weights);
  const parts = segments.map((segment, index) => foundPart(segment, bits[index] ?? emptyBitset(0), groups, rarities));
  const missingKinds = (kindMatches?.missingGroupIndexes ?? []).map((index) => requiredGroups[index]!.spelling);
  return {
    parts: parts.filter((part) => countBits(part.bits) > 0),
    isPartial,
    isFarOff: matches.isFarOff || missingKinds.length > 0,
    missingKinds,
  };
}

/** Limits the weight of a kind, because it hardly matters whether it is in the name, the category or both. */
function withMaxWeight(group: WordGroup, isOneOfSeveral: boolean): WordGroup {
  if (group.role !== 'goods') return group;
  return { ...group, maxWeight: isOneOfSeveral ? MAX_KIND_WEIGHT : MAX_KIND_WEIGHT_ALONE };
}

function requiredIndexes(groups: readonly WordGroup[]): number[] {
  return [...groups.keys()].filter((index) => !groups[index]!.isHint);
}

/** Returns the products that contain every group that occurs in any product; undefined if they are few or weak. */
function fullMatches(
  parts: readonly WeighedSegment[],
  counts: readonly number[],
  isExact: boolean,
): MatchedProducts | undefined {
  const matchedIndexes = matchedGroupIndexes(parts);
  const bits = parts.map(({ segment, groups }) =>
    intersection(segment.aliveBits, ...matchedIndexes.map((index) => groups[index]!.bits)),
  );
  const total = countAll(bits);
  const countsByGroupCount = counts.map((_, index) => (index === matchedIndexes.length - 1 ? total : 0));
  if (
    matchedIndexes.length === 0 ||
    total === 0 ||
    requiredGroupCount(countsByGroupCount, isExact) !== matchedIndexes.length
  )
    return undefined;
  if (!isExact && isWeakMatch(parts, matchedIndexes, bits)) return undefined;
  return {
    bits,
    isPartial: matchedIndexes.length < counts.length,
    isFarOff: isFarOff(matchedIndexes.length, counts.length),
  };
}

/** Computes weights for each call of `withScores`, because most lists need scores only once, for the first page. */
function foundPart(segment: WordSegment, bits: Bitset, groups: readonly WordGroup[], rarities: number[]): FoundPart {
  return {
    ids: segment.columns.ids,
    bits,
    withScores(use) {
      const borrowedWeights = groups.map((group) => weightsOf(segment, group));
      use(scorer(borrowedWeights, rarities, new Set(requiredIndexes(groups))));
      for (const weights of borrowedWeights) segment.returnWeights(weights);
    },
  };
}

const MAX_PREFIX_MATCHES = 300;

/**
 * Returns the weights of the best alternative for each product. The caller must return the weights to the segment with
 * `returnWeights`, and must not modify them.
 */
export function weightsOf(segment: WordSegment, { alternatives, maxWeight }: WordGroup): WordWeights {
  return segment.cachedWeights(JSON.stringify([maxWeight, alternatives]), () => {
    const weights = segment.borrowWeights();
    for (const alternative of alternatives) {
      if (alternative.words.length === 1) addWordWeights(segment, alternative, weights, maxWeight);
      else addPhraseWeights(segment, alternative, weights, maxWeight);
    }
    return weights;
  });
}

function addWordWeights(
  segment: WordSegment,
  { words, factor, isPrefix }: Alternative,
  weights: WordWeights,
  maxWeight: number | undefined,
): void {
  const weightByFields = weightsByFields(factor, maxWeight);
  for (const index of indexesOf(segment, words[0] ?? '', isPrefix === true))
    segment.weigh(index, weightByFields, weights);
}

/** Adds the weights of a phrase: the lowest weight of its words. */
function addPhraseWeights(
  segment: WordSegment,
  { words, factor }: Alternative,
  weights: WordWeights,
  maxWeight: number | undefined,
): void {
  const indexes = words.map((word) => segment.indexOf(word)).filter((index) => index !== undefined);
  if (indexes.length === words.length) segment.weighAll(indexes, weightsByFields(factor, maxWeight), weights);
}

function weightsByFields(factor: number, max = Number.POSITIVE_INFINITY): Uint16Array {
  const weights = new Uint16Array(FIELD_WEIGHTS.length);
  for (let fields = 0; fields < weights.length; fields++)
    weights[fields] = Math.round(Math.min(FIELD_WEIGHTS[fields]!, max) * factor * WEIGHT_SCALE);
  return weights;
}

function indexesOf(segment: WordSegment, word: string, isPrefix: boolean): number[] {
  if (!isPrefix) {
    const index = segment.indexOf(word);
    return index === undefined ? [] : [index];
  }
  return segment.mostFrequentWithPrefix(word, MAX_PREFIX_MATCHES);
}
