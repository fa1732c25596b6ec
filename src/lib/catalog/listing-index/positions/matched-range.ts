import { type Bitset, hasBit, type PositionRun } from '#lib/catalog/listing-index/positions/bitset.ts';

/** The matching products of a segment: the positions in `match` that are within `run`. */
export interface MatchedRange {
  match: Bitset;
  run: PositionRun;
}

export function isIn({ match, run }: MatchedRange, position: number): boolean {
  return position >= run.from && position < run.to && hasBit(match, position);
}
