import { type Bitset, countBits, emptyBitset } from '#lib/facets/bitset.ts';
import { leastHeld, type WeighedSegment } from '#lib/search/search-score.ts';

/** Where none has all: those that have most, by segment. */
export function heldByMost(parts: readonly WeighedSegment[], isExact: boolean): { bits: Bitset[]; isPartial: boolean } {
  const wanted = parts[0]?.groups.length ?? 0;
  const held = parts.map(heldAtLeast);
  const totals = Array.from({ length: wanted + 1 }, (_, least) =>
    held.reduce((sum, sets) => sum + countBits(sets[least]!), 0),
  );
  const byHeld = Array.from({ length: wanted }, (_, index) => totals[index + 1]! - (totals[index + 2] ?? 0));
  const least = leastHeld(byHeld, isExact);
  return { bits: least === 0 ? [] : held.map((sets) => sets[least]!), isPartial: least > 0 && least < wanted };
}

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
