import type { Bitset } from '#lib/catalog/listing-index/positions/bitset.ts';

/**
 * The ids that two ascending lists have in common: for each run of adjacent ids in both lists, the start in `ids`, the
 * start in `segmentIds`, and the length.
 */
export type CommonIds = Uint32Array;

const NUMBERS_PER_RUN = 3;

/**
 * Visits the common ids whose bit is set in `bits`, largest first. The bits have the same indexes as `ids`. Passes the
 * index of each id in `ids`, and its rank, which is its index in `segmentIds`.
 */
export function visitDescending(runs: CommonIds, bits: Bitset, visit: (index: number, rank: number) => void): void {
  for (let run = runs.length - NUMBERS_PER_RUN; run >= 0; run -= NUMBERS_PER_RUN) {
    const [from, firstRank, length] = [runs[run]!, runs[run + 1]!, runs[run + 2]!];
    for (let index = from + length - 1; index >= from; index--) {
      const word = bits[index >>> 5]! << (31 - (index & 31));
      index -= word === 0 ? index & 31 : Math.clz32(word);
      if (word !== 0 && index >= from) visit(index, index - from + firstRank);
    }
  }
}

/** Returns the common ids in as few runs as possible. Skips gaps between runs by binary search. */
export function commonIdsOf(segmentIds: ArrayLike<number>, ids: Uint32Array): CommonIds {
  let runs = new Uint32Array(NUMBERS_PER_RUN * 16);
  let length = 0;
  for (let rank = 0, index = 0; index < ids.length && rank < segmentIds.length; ) {
    const start = index;
    while (index < ids.length && segmentIds[rank] === ids[index]) {
      rank++;
      index++;
    }
    if (index > start) {
      if (length === runs.length) runs = new Uint32Array(runs.buffer.transfer(runs.byteLength * 2));
      runs.set([start, rank - (index - start), index - start], length);
      length += NUMBERS_PER_RUN;
    } else if (segmentIds[rank]! < ids[index]!) rank = firstNotBefore(segmentIds, ids[index]!, rank);
    else index = firstNotBefore(ids, segmentIds[rank]!, index);
  }
  return runs.slice(0, length);
}

/**
 * Returns the index of the first id that is not less than `id`, starting at `from`. Ids are integers, so the difference
 * between two ids is at least their distance in the list, and usually equals this distance.
 */
function firstNotBefore(ids: ArrayLike<number>, id: number, from: number): number {
  if (from >= ids.length || ids[from]! >= id) return from;
  let low = from + 1;
  let high = Math.min(ids.length, from + id - ids[from]!);
  while (low < high) {
    if (ids[high - 1]! < id) return high;
    const middle = (low + high) >>> 1;
    if (ids[middle]! < id) low = middle + 1;
    else high = middle;
  }
  return low;
}
