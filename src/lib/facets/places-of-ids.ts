export const NOWHERE = 0xffffffff;

/** For each id its position in `own`, or NOWHERE. Both ascend: what lies between one and the next is leapt over. */
export function placesOfIds(own: ArrayLike<number>, ids: Uint32Array): Uint32Array {
  const places = new Uint32Array(ids.length).fill(NOWHERE);
  let position = 0;
  for (let at = 0; at < ids.length && position < own.length; at++) {
    const id = ids[at]!;
    position = firstNotBefore(own, id, position);
    if (own[position] === id) places[at] = position++;
  }
  return places;
}

/** Ids are whole, so that none is further away than they say; most often it is just there. */
function firstNotBefore(ids: ArrayLike<number>, id: number, from: number): number {
  if (ids[from]! >= id) return from;
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
