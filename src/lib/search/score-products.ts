import { emptyBitset, hasBit, listBits, setBit } from '#lib/facets/bitset.ts';
import type { WordGroup } from '#lib/search/asked-words.ts';
import { foundPartly } from '#lib/search/found-partly.ts';
import {
  inOrder,
  LEADING_WEIGHT,
  leastHeld,
  type ScoredProducts,
  type SearchFind,
  scoreOf,
  type WeighedSegment,
  WHOLE_BONUS,
} from '#lib/search/search-score.ts';
import type { WordSegment } from '#lib/search/word-segment.ts';
import { type WordWeights, weighed } from '#lib/search/word-weights.ts';

const LEAST_RARITY = 0.25;

/** Products that hold something of every group; where these are few or none, those that hold most. */
export function scoreProducts(
  segments: readonly WordSegment[],
  groups: readonly WordGroup[],
  isExact: boolean,
): SearchFind {
  const parts = segments.map((segment) => ({ segment, groups: groups.map((group) => weighed(segment, group)) }));
  const size = segments.reduce((sum, segment) => sum + segment.size, 0);
  const counts = groups.map((_, index) => parts.reduce((sum, part) => sum + part.groups[index]!.count, 0));
  const rarities = counts.map((count) => LEAST_RARITY + Math.log(1 + size / Math.max(1, count)) / Math.log(2 + size));
  const find = foundWhole(parts, counts, rarities, isExact) ?? foundPartly(parts, rarities, isExact);
  for (const { segment, groups: lent } of parts) for (const weights of lent) segment.takeBack(weights);
  return find;
}

/** Those that hold something of every group that anything holds; undefined where less must do. */
function foundWhole(
  parts: readonly WeighedSegment[],
  counts: readonly number[],
  rarities: readonly number[],
  isExact: boolean,
): SearchFind | undefined {
  const found = [...counts.keys()].filter((index) => counts[index]! > 0);
  const held = parts.map((part) => holdingAll(part, found));
  const total = held.reduce((sum, { length }) => sum + length, 0);
  const byHeld = counts.map((_, index) => (index === found.length - 1 ? total : 0));
  if (found.length === 0 || total === 0 || leastHeld(byHeld, isExact) !== found.length) return undefined;
  const isWhole = found.length === counts.length;
  const scored = parts.map((part, at) => scoredAt(part, held[at]!, rarities, isWhole ? WHOLE_BONUS : 0));
  return { ...inOrder(scored), isPartial: !isWhole };
}

/** Ascending. Begins with the group that fewest hold, so that common words cost no more than rare ones beside them. */
function holdingAll({ segment, groups }: WeighedSegment, indexes: readonly number[]): Uint32Array {
  const wanted = indexes.map((index) => groups[index]!).sort((a, b) => a.count - b.count);
  const [fewest, ...others] = wanted;
  if (!fewest) return new Uint32Array(0);
  const held = new Uint32Array(fewest.count);
  let count = 0;
  for (let at = 0; at < fewest.count; at++) {
    const position = fewest.positions[at]!;
    if (hasBit(segment.alive, position) && isHeldByAll(others, position)) held[count++] = position;
  }
  const all = held.subarray(0, count);
  return fewest.isAscending ? all : ascending(all, segment.size);
}

function isHeldByAll(groups: readonly WordWeights[], position: number): boolean {
  for (let at = 0; at < groups.length; at++) if (groups[at]!.byPosition[position] === 0) return false;
  return true;
}

function ascending(positions: Uint32Array, size: number): Uint32Array {
  if (positions.length * 32 < size) return positions.sort();
  const bits = emptyBitset(size);
  for (const position of positions) setBit(bits, position);
  return listBits(bits);
}

function scoredAt(
  { segment, groups }: WeighedSegment,
  positions: Uint32Array,
  rarities: readonly number[],
  bonus: number,
): ScoredProducts {
  const found = { ids: new Uint32Array(positions.length), scores: new Uint32Array(positions.length) };
  const { ids } = segment.columns;
  for (let at = 0; at < positions.length; at++) {
    const position = positions[at]!;
    let sum = 0;
    let isWeak = false;
    for (let group = 0; group < groups.length; group++) {
      const weight = groups[group]!.byPosition[position]!;
      if (weight === 0) continue;
      sum = Math.fround(sum + weight * rarities[group]!);
      if (weight < LEADING_WEIGHT) isWeak = true;
    }
    found.ids[at] = ids[position]!;
    found.scores[at] = scoreOf(sum, isWeak) + bonus;
  }
  return found;
}
