/**
 * Returns the first index below `size` for which `predicate` returns true, or `size` if there is none. If `predicate`
 * returns true for an index, it must also return true for every later index.
 */
export function firstIndex(size: number, predicate: (index: number) => boolean): number {
  let [low, high] = [0, size];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (predicate(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** Returns the index of `id` in an ascending list, or undefined if the list does not contain `id`. */
export function indexOfId(ids: ArrayLike<number>, id: number): number | undefined {
  const index = firstIndex(ids.length, (position) => ids[position]! >= id);
  return ids[index] === id ? index : undefined;
}
