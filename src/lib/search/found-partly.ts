import { hasBit } from '#lib/facets/bitset.ts';
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

/** Where none has all: those that have most, found by looking at each that has any. */
export function foundPartly(
  parts: readonly WeighedSegment[],
  rarities: readonly number[],
  isExact: boolean,
): SearchFind {
  const wanted = rarities.length;
  const summed = parts.map((part) => summedUp(part, rarities));
  const byHeld = rarities.map((_, index) => summed.reduce((sum, { heldBy }) => sum + heldBy[index + 1]!, 0));
  const least = leastHeld(byHeld, isExact);
  const found = least === 0 ? [] : summed.map((part) => collected(part, least, wanted));
  return { ...inOrder(found), isPartial: least > 0 && least < wanted };
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
function summedUp({ segment, groups }: WeighedSegment, rarities: readonly number[]): Summed {
  const scores = new Float32Array(segment.size);
  const held = new Uint8Array(segment.size);
  const isWeak = new Uint8Array(segment.size);
  const heldBy = new Uint32Array(groups.length + 1);
  for (const [group, { byPosition, positions, count }] of groups.entries()) {
    const rarity = rarities[group]!;
    for (let at = 0; at < count; at++) {
      const position = positions[at]!;
      if (!hasBit(segment.alive, position)) continue;
      const weight = byPosition[position]!;
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
    const bonus = held[position] === wanted ? WHOLE_BONUS : 0;
    found.scores[at++] = scoreOf(scores[position]!, isWeak[position] === 1) + bonus;
  }
  return found;
}
