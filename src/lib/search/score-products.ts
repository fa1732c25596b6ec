import { countBits } from '#lib/facets/bitset.ts';
import type { WordGroup } from '#lib/search/asked-words.ts';
import { foundPartly } from '#lib/search/found-partly.ts';
import { inOrder, leastHeld, type SearchFind, scoredAt, type WeighedSegment } from '#lib/search/search-score.ts';
import type { WordSegment } from '#lib/search/word-segment.ts';
import { heldByAll, weighed } from '#lib/search/word-weights.ts';

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
  const held = parts.map(({ segment, groups }) =>
    heldByAll(
      found.map((index) => groups[index]!),
      segment.alive.slice(),
    ),
  );
  const total = held.reduce((sum, bits) => sum + countBits(bits), 0);
  const byHeld = counts.map((_, index) => (index === found.length - 1 ? total : 0));
  if (found.length === 0 || total === 0 || leastHeld(byHeld, isExact) !== found.length) return undefined;
  const scored = parts.map((part, at) => scoredAt(part, held[at]!, rarities));
  return { ...inOrder(scored), isPartial: found.length < counts.length };
}
