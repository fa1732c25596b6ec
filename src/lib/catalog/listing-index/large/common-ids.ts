import type { Bitset } from '#lib/catalog/listing-index/positions/bitset.ts';

/** For each run of adjacent ids common to two lists: its start in `ids`, its start in `own`, its length. */
type Runs = Uint32Array;

const RUN_LENGTH = 3;

/** The ids that two ascending lists have in common. */
export class CommonIds {
  readonly #runs: Runs;

  constructor(own: ArrayLike<number>, ids: Uint32Array) {
    this.#runs = runsOfIds(own, ids);
  }

  get isEmpty(): boolean {
    return this.#runs.length === 0;
  }

  /** For each common id whose bit is set in `bits`, the largest first: its index in `ids` and its index in `own`. */
  visitDescending(bits: Bitset, visit: (at: number, rank: number) => void): void {
    const runs = this.#runs;
    for (let run = runs.length - RUN_LENGTH; run >= 0; run -= RUN_LENGTH) {
      const [from, begin, length] = [runs[run]!, runs[run + 1]!, runs[run + 2]!];
      for (let at = from + length - 1; at >= from; at--) {
        const word = bits[at >>> 5]! << (31 - (at & 31));
        at -= word === 0 ? at & 31 : Math.clz32(word);
        if (word !== 0 && at >= from) visit(at, at - from + begin);
      }
    }
  }
}

/** In as few runs as possible. Gaps between runs are skipped by binary search. */
export function runsOfIds(own: ArrayLike<number>, ids: Uint32Array): Runs {
  let runs = new Uint32Array(RUN_LENGTH * 16);
  let length = 0;
  for (let rank = 0, at = 0; at < ids.length && rank < own.length; ) {
    const begin = at;
    while (at < ids.length && own[rank] === ids[at]) {
      rank++;
      at++;
    }
    if (at > begin) {
      if (length === runs.length) runs = grown(runs);
      runs.set([begin, rank - (at - begin), at - begin], length);
      length += RUN_LENGTH;
    } else if (own[rank]! < ids[at]!) rank = firstNotBefore(own, ids[at]!, rank);
    else at = firstNotBefore(ids, own[rank]!, at);
  }
  return runs.slice(0, length);
}

function grown(runs: Runs): Uint32Array<ArrayBuffer> {
  const larger = new Uint32Array(runs.length * 2);
  larger.set(runs);
  return larger;
}

/** Ids are integers, so the distance between two ids bounds the distance in the list, and usually equals it. */
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
