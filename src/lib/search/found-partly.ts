import { type Bitset, countBits, emptyBitset } from '#lib/facets/bitset.ts';
import { inOrder, leastHeld, type SearchFind, scoredAt, type WeighedSegment } from '#lib/search/search-score.ts';

/** Where none has all: those that have most. */
export function foundPartly(
  parts: readonly WeighedSegment[],
  rarities: readonly number[],
  isExact: boolean,
): SearchFind {
  const wanted = rarities.length;
  const held = parts.map(heldAtLeast);
  const totals = Array.from({ length: wanted + 2 }, (_, least) =>
    held.reduce((sum, sets) => sum + (sets[least] ? countBits(sets[least]) : 0), 0),
  );
  const byHeld = rarities.map((_, index) => totals[index + 1]! - totals[index + 2]!);
  const least = leastHeld(byHeld, isExact);
  const found = least === 0 ? [] : parts.map((part, at) => scoredAt(part, held[at]![least]!, rarities));
  return { ...inOrder(found), isPartial: least > 0 && least < wanted };
}

/** The living products that hold something of at least so many groups; the first are all of them. */
function heldAtLeast({ segment, groups }: WeighedSegment): Bitset[] {
  const sets = [segment.alive, ...groups.map(() => emptyBitset(segment.size))];
  for (const [index, { bits, count }] of groups.entries()) {
    if (count === 0) continue;
    for (let least = index + 1; least > 0; least--) addCommon(sets[least]!, sets[least - 1]!, bits);
  }
  return sets;
}

function addCommon(to: Bitset, a: Bitset, b: Bitset): void {
  for (let at = 0; at < to.length; at++) to[at]! |= a[at]! & b[at]!;
}
