/** A hunk of a diff: `removedCount` entries at index `before` are replaced by `addedCount` entries at index `after`. */
export interface ListChange {
  before: number;
  after: number;
  removedCount: number;
  addedCount: number;
}

/** Above this number of entry pairs, everything between the first and the last difference counts as replaced. */
const MAX_PAIRS = 4_000_000;

/** Returns the minimal difference between two lists, based on their longest common subsequence. */
export function diffLists(before: readonly string[], after: readonly string[]): ListChange[] {
  let start = 0;
  while (start < before.length && start < after.length && before[start] === after[start]) start += 1;
  let end = 0;
  const max = Math.min(before.length, after.length) - start;
  while (end < max && before[before.length - 1 - end] === after[after.length - 1 - end]) end += 1;
  const [from, to] = [before.slice(start, before.length - end), after.slice(start, after.length - end)];
  if (from.length + to.length === 0) return [];
  const changes =
    from.length * to.length > MAX_PAIRS
      ? [{ before: 0, after: 0, removedCount: from.length, addedCount: to.length }]
      : changesBetween(from, to);
  return changes.map((change) => ({ ...change, before: change.before + start, after: change.after + start }));
}

function changesBetween(from: readonly string[], to: readonly string[]): ListChange[] {
  const common = commonLengths(from, to);
  const lengthAt = (i: number, j: number) => common[i * (to.length + 1) + j] ?? 0;
  const changes: ListChange[] = [];
  let [i, j] = [0, 0];
  while (i < from.length || j < to.length) {
    const change = { before: i, after: j, removedCount: 0, addedCount: 0 };
    while ((i < from.length || j < to.length) && (i === from.length || j === to.length || from[i] !== to[j])) {
      if (j === to.length || (i < from.length && lengthAt(i + 1, j) >= lengthAt(i, j + 1))) i += 1;
      else j += 1;
    }
    change.removedCount = i - change.before;
    change.addedCount = j - change.after;
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
