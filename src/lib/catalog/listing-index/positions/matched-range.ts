import { type Bitset, hasBit, type PositionRun } from '#lib/catalog/listing-index/positions/bitset.ts';

/** The products of a segment that match: those of `match` within `run`. */
export interface MatchedRange {
  match: Bitset;
  run: PositionRun;
}

export function isIn({ match, run }: MatchedRange, position: number): boolean {
  return position >= run.from && position < run.to && hasBit(match, position);
}
