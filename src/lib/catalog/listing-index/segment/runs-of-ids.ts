/** For each run of products side by side in two lists: where it begins in the one and the other, its length. */
export type Runs = Uint32Array;

export const RUN_LENGTH = 3;

/** Both ascend. What lies between one run and the next is leapt over. */
export function runsOfIds(own: ArrayLike<number>, ids: Uint32Array): Runs {
  let runs = new Uint32Array(RUN_LENGTH * 16);
  let length = 0;
  for (let place = 0, at = 0; at < ids.length && place < own.length; ) {
    const begin = at;
    while (at < ids.length && own[place] === ids[at]) {
      place++;
      at++;
    }
    if (at > begin) {
      if (length === runs.length) runs = wider(runs);
      runs.set([begin, place - (at - begin), at - begin], length);
      length += RUN_LENGTH;
    } else if (own[place]! < ids[at]!) place = firstNotBefore(own, ids[at]!, place);
    else at = firstNotBefore(ids, own[place]!, at);
  }
  return runs.slice(0, length);
}

function wider(runs: Runs): Uint32Array<ArrayBuffer> {
  const twice = new Uint32Array(runs.length * 2);
  twice.set(runs);
  return twice;
}

/** Ids are whole, so that none is further away than they say; most often it is just there. */
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
