import type { FoundPart } from '#lib/catalog/listing-index/facets/facet-values.ts';
import { type Bitset, countBits, emptyBitset } from '#lib/catalog/listing-index/positions/bitset.ts';
import type { WordSegment } from '#lib/catalog/search/index/word-segment.ts';
import type { WordGroup } from '#lib/catalog/search/scoring/asked-words.ts';
import { findByKind } from '#lib/catalog/search/scoring/found-by-kind.ts';
import { foundGroups, type HeldGoods, heldByMost, isHeldWeakly } from '#lib/catalog/search/scoring/found-partly.ts';
import {
  isFarOff,
  leastHeld,
  type SearchFind,
  scoring,
  type WeighedSegment,
} from '#lib/catalog/search/scoring/search-score.ts';
import { heldByAll, weighed } from '#lib/catalog/search/scoring/weigh-words.ts';

const MIN_RARITY = 0.25;
const MAX_OF_A_KIND = 60;
/**
 * Lower than the sum of the fields, so that products of a category rank about as high as those that also have the word
 * in their name.
 */
const MAX_OF_A_KIND_ALONE = 120;

/** Products that contain every group; if there are few or none, those that contain the most. */
export function scoreProducts(
  segments: readonly WordSegment[],
  read: readonly WordGroup[],
  isExact: boolean,
): SearchFind {
  const groups = read.map((group) => withMostWeight(group, read.length > 1));
  const weighedParts = segments.map((segment) => ({ segment, groups: groups.map((group) => weighed(segment, group)) }));
  const size = segments.reduce((sum, segment) => sum + segment.size, 0);
  const counts = groups.map((_, index) => weighedParts.reduce((sum, part) => sum + part.groups[index]!.count, 0));
  const rarities = counts.map((count) => MIN_RARITY + Math.log(1 + size / Math.max(1, count)) / Math.log(2 + size));
  const required = requiredOf(groups);
  const needed = weighedParts.map(({ segment, groups }) => ({ segment, groups: required.map((at) => groups[at]!) }));
  const neededCounts = required.map((at) => counts[at]!);
  const asked = required.map((at) => groups[at]!);
  const byKind = isExact || (asked.length < 2 && !asked[0]?.isSimilar) ? undefined : findByKind(asked, needed);
  const held = byKind?.held ?? heldWhole(needed, neededCounts, isExact) ?? heldByMost(needed, isExact);
  const { bits, isPartial } = held;
  for (const { segment, groups: lent } of weighedParts) for (const weights of lent) segment.takeBack(weights);
  const parts = segments.map((segment, at) => foundIn(segment, bits[at] ?? emptyBitset(0), groups, rarities));
  const missing = (byKind?.missing ?? []).map((at) => asked[at]!.written);
  return {
    parts: parts.filter((part) => countBits(part.bits) > 0),
    isPartial,
    isFarOff: held.isFarOff || missing.length > 0,
    missing,
  };
}

/** Limits the weight of a kind: it hardly matters whether it is in the name, the category or both. */
function withMostWeight(group: WordGroup, isOneOfMany: boolean): WordGroup {
  if (group.role !== 'goods') return group;
  return { ...group, mostWeight: isOneOfMany ? MAX_OF_A_KIND : MAX_OF_A_KIND_ALONE };
}

function requiredOf(groups: readonly WordGroup[]): number[] {
  return [...groups.keys()].filter((at) => !groups[at]!.isHint);
}

/** The products that contain every group that occurs at all; undefined if fewer groups must suffice. */
function heldWhole(
  parts: readonly WeighedSegment[],
  counts: readonly number[],
  isExact: boolean,
): HeldGoods | undefined {
  const found = foundGroups(parts);
  const bits = parts.map(({ segment, groups }) =>
    heldByAll(
      found.map((index) => groups[index]!),
      segment.alive.slice(),
    ),
  );
  const total = bits.reduce((sum, held) => sum + countBits(held), 0);
  const byHeld = counts.map((_, index) => (index === found.length - 1 ? total : 0));
  if (found.length === 0 || total === 0 || leastHeld(byHeld, isExact) !== found.length) return undefined;
  if (!isExact && isHeldWeakly(parts, found, bits)) return undefined;
  return { bits, isPartial: found.length < counts.length, isFarOff: isFarOff(found.length, counts.length) };
}

/** Computes weights again for each call of `withScores`: most lists need scores once, for the first page. */
function foundIn(segment: WordSegment, bits: Bitset, groups: readonly WordGroup[], rarities: number[]): FoundPart {
  return {
    ids: segment.columns.ids,
    bits,
    withScores(use) {
      const lent = groups.map((group) => weighed(segment, group));
      use(scoring(lent, rarities, new Set(requiredOf(groups))));
      for (const weights of lent) segment.takeBack(weights);
    },
  };
}
