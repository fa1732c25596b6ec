/** For each run of adjacent ids common to two lists: its start in `ids`, its start in `own`, its length. */
export type Runs = Uint32Array;

export const RUN_LENGTH = 3;

/** Both lists are ascending. Gaps between runs are skipped by binary search. */
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
      if (length === runs.length) runs = wider(runs);
      runs.set([begin, rank - (at - begin), at - begin], length);
      length += RUN_LENGTH;
    } else if (own[rank]! < ids[at]!) rank = firstNotBefore(own, ids[at]!, rank);
    else at = firstNotBefore(ids, own[rank]!, at);
  }
  return runs.slice(0, length);
}

function wider(runs: Runs): Uint32Array<ArrayBuffer> {
  const twice = new Uint32Array(runs.length * 2);
  twice.set(runs);
  return twice;
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
