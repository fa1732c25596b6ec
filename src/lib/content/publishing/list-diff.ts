/** A hunk of a diff: `removedCount` entries at `beforeIndex` are replaced by `addedCount` entries at `afterIndex`. */
export interface ListChange {
  beforeIndex: number;
  afterIndex: number;
  removedCount: number;
  addedCount: number;
}

/** Above this number of entry pairs, everything between the first and the last difference counts as replaced. */
const MAX_PAIRS = 4_000_000;

/** Returns the minimal difference between two lists, based on their longest common subsequence. */
export function diffLists(before: readonly string[], after: readonly string[]): ListChange[] {
  let prefixLength = 0;
  while (prefixLength < before.length && prefixLength < after.length && before[prefixLength] === after[prefixLength])
    prefixLength += 1;
  let suffixLength = 0;
  const maxSuffixLength = Math.min(before.length, after.length) - prefixLength;
  while (
    suffixLength < maxSuffixLength &&
    before[before.length - 1 - suffixLength] === after[after.length - 1 - suffixLength]
  )
    suffixLength += 1;
  const [from, to] = [
    before.slice(prefixLength, before.length - suffixLength),
    after.slice(prefixLength, after.length - suffixLength),
  ];
  if (from.length + to.length === 0) return [];
  const changes =
    from.length * to.length > MAX_PAIRS
      ? [{ beforeIndex: 0, afterIndex: 0, removedCount: from.length, addedCount: to.length }]
      : changesBetween(from, to);
  return changes.map((change) => ({
    ...change,
    beforeIndex: change.beforeIndex + prefixLength,
    afterIndex: change.afterIndex + prefixLength,
  }));
}

function changesBetween(from: readonly string[], to: readonly string[]): ListChange[] {
  const lengths = commonLengths(from, to);
  const lengthAt = (i: number, j: number) => lengths[i * (to.length + 1) + j] ?? 0;
  const changes: ListChange[] = [];
  let [i, j] = [0, 0];
  while (i < from.length || j < to.length) {
    const change = { beforeIndex: i, afterIndex: j, removedCount: 0, addedCount: 0 };
    while ((i < from.length || j < to.length) && (i === from.length || j === to.length || from[i] !== to[j])) {
      if (j === to.length || (i < from.length && lengthAt(i + 1, j) >= lengthAt(i, j + 1))) i += 1;
      else j += 1;
    }
    change.removedCount = i - change.beforeIndex;
    change.addedCount = j - change.afterIndex;
    if (change.removedCount + change.addedCount > 0) changes.push(change);
    while (i < from.length && j < to.length && from[i] === to[j]) {
      i += 1;
      j += 1;
    }
  }
  return changes;
}

/** Returns the length of the longest common subsequence of each pair of suffixes of the two lists, row by row. */
function commonLengths(from: readonly string[], to: readonly string[]): Uint32Array {
  const width = to.length + 1;
  const lengths = new Uint32Array((from.length + 1) * width);
  for (let i = from.length - 1; i >= 0; i--) {
    for (let j = to.length - 1; j >= 0; j--) {
      const index = i * width + j;
      lengths[index] =
        from[i] === to[j]
          ? (lengths[index + width + 1] ?? 0) + 1
          : Math.max(lengths[index + width] ?? 0, lengths[index + 1] ?? 0);
    }
  }
  return lengths;
}
