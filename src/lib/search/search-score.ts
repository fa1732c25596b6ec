import { type Bitset, listBits } from '#lib/facets/bitset.ts';
import type { WordSegment } from '#lib/search/word-segment.ts';
import { WEIGHT_SCALE, type WordWeights } from '#lib/search/word-weights.ts';

/** Products by ascending id; scores are whole, from 1 to below a million. */
export interface ScoredProducts {
  ids: Uint32Array;
  scores: Uint32Array;
}

export interface SearchFind extends ScoredProducts {
  /** No product has all that was asked for; these have most of it. */
  isPartial: boolean;
}

/** A segment with what its products weigh for each group that was asked for. */
export interface WeighedSegment {
  segment: WordSegment;
  groups: WordWeights[];
}

const SPREAD = 40;
/** Below this something was found in texts only, which says little. */
const LEADING_WEIGHT = 20 * WEIGHT_SCALE;
const IN_TEXTS_FACTOR = 0.5;
const WORDS_OF_A_LONG_TERM = 3;
const FEW_PRODUCTS = 4;
/** What has all that was asked for stands above what lacks something. */
const WHOLE_BONUS = 2 ** 19;

/** A word that few goods have says more than one that most have; what is in texts only says little. */
export function scoredAt(
  { segment, groups }: WeighedSegment,
  held: Bitset,
  rarities: readonly number[],
): ScoredProducts {
  const positions = listBits(held);
  const { ids } = segment.columns;
  const found = { ids: new Uint32Array(positions.length), scores: new Uint32Array(positions.length) };
  for (let at = 0; at < positions.length; at++) {
    const position = positions[at]!;
    let [sum, times, isWeak] = [0, 0, false];
    for (let group = 0; group < groups.length; group++) {
      const weight = groups[group]!.byPosition[position]!;
      if (weight === 0) continue;
      sum = Math.fround(sum + weight * rarities[group]!);
      times++;
      if (weight < LEADING_WEIGHT) isWeak = true;
    }
    found.ids[at] = ids[position]!;
    found.scores[at] = scoreOf(sum, isWeak) + (times === groups.length ? WHOLE_BONUS : 0);
  }
  return found;
}

function scoreOf(sum: number, isWeak: boolean): number {
  return Math.min(WHOLE_BONUS - 1, Math.max(1, Math.round(sum * SPREAD * (isWeak ? IN_TEXTS_FACTOR : 1))));
}

/**
 * How many groups a product must hold something of, if `counts` products hold so many of them: all, or one less where few
 * have all of a long term. At least half; 0 where nothing is found.
 */
export function leastHeld(counts: readonly number[], isExact: boolean): number {
  const most = counts.findLastIndex((count) => count > 0) + 1;
  const isEnough = most === counts.length || (!isExact && most * 2 >= counts.length);
  if (most === 0 || !isEnough) return 0;
  const isLong = most >= WORDS_OF_A_LONG_TERM && !isExact;
  return isLong && counts[most - 1]! < FEW_PRODUCTS ? most - 1 : most;
}

/** Joined by halves, so that many segments cost little more than one. */
export function inOrder(parts: readonly ScoredProducts[]): ScoredProducts {
  const [first, second] = parts;
  if (!first) return { ids: new Uint32Array(0), scores: new Uint32Array(0) };
  if (!second) return first;
  const middle = parts.length >>> 1;
  return joinedByIds(inOrder(parts.slice(0, middle)), inOrder(parts.slice(middle)));
}

function joinedByIds(a: ScoredProducts, b: ScoredProducts): ScoredProducts {
  if (a.ids.length === 0) return b;
  if (b.ids.length === 0) return a;
  const size = a.ids.length + b.ids.length;
  const both = { ids: new Uint32Array(size), scores: new Uint32Array(size) };
  for (let i = 0, j = 0, at = 0; at < size; at++) {
    const isFirst = j >= b.ids.length || (i < a.ids.length && a.ids[i]! < b.ids[j]!);
    const [from, index] = isFirst ? [a, i++] : [b, j++];
    both.ids[at] = from.ids[index]!;
    both.scores[at] = from.scores[index]!;
  }
  return both;
}
