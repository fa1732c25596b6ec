import type { FoundPart } from '#lib/facets/facet-values.ts';
import { FIELD_WEIGHTS } from '#lib/search/word-fields.ts';
import type { WordSegment } from '#lib/search/word-segment.ts';
import { WEIGHT_SCALE, type WordWeights } from '#lib/search/word-weights.ts';

export interface SearchFind {
  parts: FoundPart[];
  /** No product has all that was asked for; these have most of it. */
  isPartial: boolean;
}

export interface WeighedSegment {
  segment: WordSegment;
  groups: WordWeights[];
}

const MOST_WEIGHT = Math.max(...FIELD_WEIGHTS) * WEIGHT_SCALE;
const SPREAD = 40;
/** Below this something was found in texts only, which says little. */
const LEADING_WEIGHT = 20 * WEIGHT_SCALE;
const IN_TEXTS_FACTOR = 0.5;
const WORDS_OF_A_LONG_TERM = 3;
const FEW_PRODUCTS = 4;
/** What has all that was asked for stands above what lacks something. */
const WHOLE_BONUS = 2 ** 19;

/** A word that few goods have says more than one that most have; what is in texts only says little. */
export function scoring(groups: readonly WordWeights[], rarities: readonly number[]): (position: number) => number {
  const weights = groups.map(({ byPosition }) => byPosition);
  const [only, rarity] = [weights[0], rarities[0]];
  if (only && rarity !== undefined && weights.length === 1) {
    // Most of what is found by the hundred thousand was asked for by one word.
    const scores = Uint32Array.from({ length: MOST_WEIGHT + 1 }, (_, weight) => scoreOfOne(weight, rarity));
    return (position) => scores[only[position]!]!;
  }
  return (position) => {
    let sum = 0;
    let times = 0;
    let isWeak = false;
    for (let group = 0; group < weights.length; group++) {
      const weight = weights[group]![position]!;
      if (weight === 0) continue;
      sum = Math.fround(sum + weight * rarities[group]!);
      times++;
      if (weight < LEADING_WEIGHT) isWeak = true;
    }
    return scoreOf(sum, isWeak) + (times === weights.length ? WHOLE_BONUS : 0);
  };
}

function scoreOfOne(weight: number, rarity: number): number {
  return scoreOf(Math.fround(weight * rarity), weight < LEADING_WEIGHT) + WHOLE_BONUS;
}

function scoreOf(sum: number, isWeak: boolean): number {
  return Math.min(WHOLE_BONUS - 1, Math.max(1, Math.round(sum * SPREAD * (isWeak ? IN_TEXTS_FACTOR : 1))));
}

/** Groups that a product must hold: all, or one less where few have all of a long term; half at least. */
export function leastHeld(counts: readonly number[], isExact: boolean): number {
  const most = counts.findLastIndex((count) => count > 0) + 1;
  const isEnough = most === counts.length || (!isExact && most * 2 >= counts.length);
  if (most === 0 || !isEnough) return 0;
  const isLong = most >= WORDS_OF_A_LONG_TERM && !isExact;
  return isLong && counts[most - 1]! < FEW_PRODUCTS ? most - 1 : most;
}
