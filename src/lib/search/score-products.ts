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

/** Products that hold something of every group, or else of most. */
export function scoreProducts(
  segments: readonly WordSegment[],
  groups: readonly WordGroup[],
  isExact: boolean,
): SearchFind {
  const parts = segments.map((segment) => ({
    segment,
    byGroup: groups.map((group) => bestOf(segment, group)),
  }));
  const size = segments.reduce((sum, segment) => sum + segment.size, 0);
  const rarities = groups.map((_, index) =>
    rarityOf(
      parts.map(({ byGroup }) => byGroup[index]!),
      size,
    ),
  );
  const summed = parts.map(({ segment, byGroup }) => ({ segment, ...summedUp(segment, byGroup, rarities) }));
  const most = Math.max(0, ...summed.map(({ mostHeld }) => mostHeld));
  const isEnough = most === groups.length || (!isExact && most * 2 >= groups.length);
  if (most === 0 || !isEnough) return { ...inOrder([]), isPartial: false };
  const least = isExact ? most : leastHeld(summed, most);
  const found = summed.map((part) => collected(part, least, groups.length));
  return { ...inOrder(found), isPartial: least < groups.length };
}

/** Where few products have all of many words, those that lack one come after them. */
function leastHeld(summed: { held: Uint8Array }[], most: number): number {
  if (most < WORDS_OF_A_LONG_TERM) return most;
  let count = 0;
  for (const { held } of summed) for (const groups of held) if (groups === most) count++;
  return count < FEW_PRODUCTS ? most - 1 : most;
}

/** For each position the weight of the best alternative, times SCALE; 0 where none is. */
function bestOf(segment: WordSegment, { alternatives }: WordGroup): Uint16Array {
  const best = new Uint16Array(segment.size);
  for (const alternative of alternatives) {
    if (alternative.words.length === 1) raise(segment, alternative, best);
    else raiseWhereAll(segment, alternative, best);
  }
  return best;
}

function raise(segment: WordSegment, { words, factor, isBeginning }: Alternative, best: Uint16Array): void {
  const weights = FIELD_WEIGHTS.map((weight) => Math.round(weight * factor * SCALE));
  for (const index of indexesOf(segment, words[0] ?? '', isBeginning === true)) {
    segment.visit(index, (position, fields) => {
      const weight = weights[fields]!;
      if (weight > best[position]!) best[position] = weight;
    });
  }
}

/** A phrase is as well found as the worst of its words. */
function raiseWhereAll(segment: WordSegment, { words, factor }: Alternative, best: Uint16Array): void {
  const each = words.map((word) => bestOf(segment, { written: word, alternatives: [{ words: [word], factor }] }));
  for (let position = 0; position < segment.size; position++) {
    const least = Math.min(...each.map((weights) => weights[position]!));
    if (least > best[position]!) best[position] = least;
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

/** A word that few goods have says more than one that most have. */
function rarityOf(byPart: Uint16Array[], size: number): number {
  let count = 0;
  for (const best of byPart) for (let at = 0; at < best.length; at++) if (best[at] !== 0) count++;
  return LEAST_RARITY + Math.log(1 + size / Math.max(1, count)) / Math.log(2 + size);
}

function summedUp(segment: WordSegment, byGroup: Uint16Array[], rarities: number[]) {
  const scores = new Float32Array(segment.size);
  const held = new Uint8Array(segment.size);
  const isWeak = new Uint8Array(segment.size);
  for (const [index, best] of byGroup.entries()) {
    const rarity = rarities[index]!;
    for (let position = 0; position < best.length; position++) {
      if (best[position] === 0) continue;
      held[position]!++;
      scores[position]! += best[position]! * rarity;
      if (best[position]! < LEADING_WEIGHT) isWeak[position] = 1;
    }
  }
  let mostHeld = 0;
  for (let position = 0; position < segment.size; position++) {
    if (!hasBit(segment.alive, position)) held[position] = 0;
    else if (held[position]! > mostHeld) mostHeld = held[position]!;
    if (isWeak[position] === 1) scores[position]! *= IN_TEXTS_FACTOR;
  }
  return { scores, held, mostHeld };
}

function collected(
  { segment, scores, held }: { segment: WordSegment; scores: Float32Array; held: Uint8Array },
  least: number,
  wanted: number,
): ScoredProducts {
  let count = 0;
  for (let position = 0; position < held.length; position++) if (held[position]! >= least) count++;
  const found = { ids: new Uint32Array(count), scores: new Uint32Array(count) };
  for (let position = 0, at = 0; position < held.length; position++) {
    if (held[position]! < least) continue;
    found.ids[at] = segment.columns.ids[position]!;
    const score = Math.min(WHOLE_BONUS - 1, Math.max(1, Math.round(scores[position]! * SPREAD)));
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
