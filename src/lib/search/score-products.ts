import { hasBit } from '#lib/facets/bitset.ts';
import type { Alternative, WordGroup } from '#lib/search/asked-words.ts';
import { FIELD_WEIGHTS } from '#lib/search/word-fields.ts';
import type { WordSegment } from '#lib/search/word-segment.ts';

/** Products by ascending id; scores are whole, from 1 to below a million. */
export interface ScoredProducts {
  ids: Uint32Array;
  scores: Uint32Array;
}

export interface SearchFind extends ScoredProducts {
  /** No product has all that was asked for; these have most of it. */
  isPartial: boolean;
}

const BEGINNINGS_LOOKED_AT = 300;
const SCALE = 10;
const SPREAD = 40;
const LEAST_RARITY = 0.25;
/** Below this something was found in texts only, which says little. */
const LEADING_WEIGHT = 20 * SCALE;
const IN_TEXTS_FACTOR = 0.5;
const WORDS_OF_A_LONG_TERM = 3;
const FEW_PRODUCTS = 4;
/** What has all that was asked for stands above what lacks something. */
const WHOLE_BONUS = 2 ** 19;

/** Products that hold something of every group; where these are few or none, those that hold most. */
export function scoreProducts(
  segments: readonly WordSegment[],
  groups: readonly WordGroup[],
  isExact: boolean,
): SearchFind {
  const parts = segments.map((segment) => ({ segment, weighed: groups.map((group) => weighed(segment, group)) }));
  const size = segments.reduce((sum, segment) => sum + segment.size, 0);
  const rarities = groups.map((_, index) => {
    const count = parts.reduce((sum, part) => sum + part.weighed[index]!.positions.length, 0);
    return LEAST_RARITY + Math.log(1 + size / Math.max(1, count)) / Math.log(2 + size);
  });
  const summed = parts.map((part) => summedUp(part.segment, part.weighed, rarities));
  const counts = groups.map((_, index) => summed.reduce((sum, { heldBy }) => sum + heldBy[index + 1]!, 0));
  const least = leastHeld(counts, isExact);
  const found = least === 0 ? [] : summed.map((part) => collected(part, least, groups.length));
  return { ...inOrder(found), isPartial: least > 0 && least < groups.length };
}

/**
 * How many groups a product must hold something of, if `counts` products hold so many of them: all, or one less where few
 * have all of a long term. At least half; 0 where nothing is found.
 */
function leastHeld(counts: number[], isExact: boolean): number {
  const most = counts.findLastIndex((count) => count > 0) + 1;
  const isEnough = most === counts.length || (!isExact && most * 2 >= counts.length);
  if (most === 0 || !isEnough) return 0;
  const isLong = most >= WORDS_OF_A_LONG_TERM && !isExact;
  return isLong && counts[most - 1]! < FEW_PRODUCTS ? most - 1 : most;
}

interface Weighed {
  /** By position: the weight of the best alternative, times SCALE; 0 where none is. */
  weights: Uint16Array;
  /** Where they are not 0, in no order. */
  positions: number[];
}

function weighed(segment: WordSegment, { alternatives }: WordGroup): Weighed {
  const best: Weighed = { weights: new Uint16Array(segment.size), positions: [] };
  for (const alternative of alternatives) {
    if (alternative.words.length === 1) raise(segment, alternative, best);
    else raiseWhereAll(segment, alternative, best);
  }
  return best;
}

function raise(segment: WordSegment, { words, factor, isBeginning }: Alternative, best: Weighed): void {
  const byFields = FIELD_WEIGHTS.map((weight) => Math.round(weight * factor * SCALE));
  const { weights } = best;
  for (const index of indexesOf(segment, words[0] ?? '', isBeginning === true)) {
    segment.visit(index, (position, fields) => {
      const before = weights[position]!;
      const weight = byFields[fields]!;
      if (weight <= before) return;
      weights[position] = weight;
      if (before === 0) best.positions.push(position);
    });
  }
}

/** A phrase is as well found as the worst of its words. */
function raiseWhereAll(segment: WordSegment, { words, factor }: Alternative, best: Weighed): void {
  const each = words.map((word) => weighed(segment, { written: word, alternatives: [{ words: [word], factor }] }));
  const [fewest, ...others] = each.sort((a, b) => a.positions.length - b.positions.length);
  for (const position of fewest?.positions ?? []) {
    let least = fewest?.weights[position] ?? 0;
    for (const { weights } of others) least = Math.min(least, weights[position]!);
    const before = best.weights[position]!;
    if (least <= before) continue;
    best.weights[position] = least;
    if (before === 0) best.positions.push(position);
  }
}

function indexesOf(segment: WordSegment, word: string, isBeginning: boolean): number[] {
  if (!isBeginning) {
    const index = segment.indexOf(word);
    return index === undefined ? [] : [index];
  }
  const all = segment.beginningWith(word);
  if (all.length <= BEGINNINGS_LOOKED_AT) return all;
  const { counts } = segment.columns;
  return all.sort((a, b) => counts[b]! - counts[a]!).slice(0, BEGINNINGS_LOOKED_AT);
}

interface Summed {
  segment: WordSegment;
  scores: Float32Array;
  /** By position: of how many groups a product holds something. */
  held: Uint8Array;
  /** Something is in its texts only. */
  isWeak: Uint8Array;
  /** How many products hold something of so many groups. */
  heldBy: Uint32Array;
}

/** A word that few goods have says more than one that most have; what is in texts only says little. */
function summedUp(segment: WordSegment, groups: Weighed[], rarities: number[]): Summed {
  const scores = new Float32Array(segment.size);
  const held = new Uint8Array(segment.size);
  const isWeak = new Uint8Array(segment.size);
  const heldBy = new Uint32Array(groups.length + 1);
  for (const [group, { weights, positions }] of groups.entries()) {
    const rarity = rarities[group]!;
    for (const position of positions) {
      if (!hasBit(segment.alive, position)) continue;
      const weight = weights[position]!;
      scores[position]! += weight * rarity;
      if (weight < LEADING_WEIGHT) isWeak[position] = 1;
      heldBy[held[position]!]!--;
      heldBy[++held[position]!]!++;
    }
  }
  return { segment, scores, held, isWeak, heldBy };
}

function collected({ segment, scores, held, isWeak, heldBy }: Summed, least: number, wanted: number): ScoredProducts {
  const count = heldBy.subarray(least).reduce((sum, products) => sum + products, 0);
  const found = { ids: new Uint32Array(count), scores: new Uint32Array(count) };
  for (let position = 0, at = 0; at < count; position++) {
    if (held[position]! < least) continue;
    found.ids[at] = segment.columns.ids[position]!;
    const sum = scores[position]! * SPREAD * (isWeak[position] === 1 ? IN_TEXTS_FACTOR : 1);
    const score = Math.min(WHOLE_BONUS - 1, Math.max(1, Math.round(sum)));
    found.scores[at++] = score + (held[position] === wanted ? WHOLE_BONUS : 0);
  }
  return found;
}

function inOrder(parts: ScoredProducts[]): ScoredProducts {
  return parts.reduce(joinedByIds, { ids: new Uint32Array(0), scores: new Uint32Array(0) });
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
