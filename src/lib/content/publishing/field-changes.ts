import { isObject } from '#lib/platform/content/overlay.ts';

/** The change to one field, such as `address.mobile` or `hours.0.time`. A missing value is undefined. */
export interface FieldChange {
  field: string;
  path: Path;
  before: unknown;
  after: unknown;
}

type Path = readonly (string | number)[];

/** Returns the changed fields at all levels. Equal entries of a list are matched even if their positions differ. */
export function fieldChanges(before: unknown, after: unknown, path: Path = []): FieldChange[] {
  if (isObject(after) && (isObject(before) || before === undefined)) return objectChanges(before ?? {}, after, path);
  if (Array.isArray(after) && after.length > 0 && (Array.isArray(before) || before === undefined)) {
    return entryChanges(before ?? [], after, path);
  }
  if (Array.isArray(before) && before.length > 0 && Array.isArray(after)) return entryChanges(before, after, path);
  return JSON.stringify(before) === JSON.stringify(after) ? [] : [changeOf(path, before, after)];
}

function objectChanges(before: Record<string, unknown>, after: Record<string, unknown>, path: Path): FieldChange[] {
  const names = new Set([...Object.keys(after), ...Object.keys(before)]);
  return [...names].flatMap((name) => fieldChanges(before[name], after[name], [...path, name]));
}

function entryChanges(before: readonly unknown[], after: readonly unknown[], path: Path): FieldChange[] {
  return diffLists(before.map(jsonOf), after.map(jsonOf)).flatMap((change) => {
    const count = Math.max(change.removedCount, change.addedCount);
    return Array.from({ length: count }, (_, index) => {
      const [beforeIndex, afterIndex] = [change.beforeIndex + index, change.afterIndex + index];
      if (index >= change.addedCount) return [changeOf([...path, beforeIndex], before[beforeIndex], undefined)];
      if (index >= change.removedCount) return [changeOf([...path, afterIndex], undefined, after[afterIndex])];
      return fieldChanges(before[beforeIndex], after[afterIndex], [...path, afterIndex]);
    }).flat();
  });
}

function jsonOf(entry: unknown): string {
  return JSON.stringify(entry) ?? '';
}

function changeOf(path: Path, before: unknown, after: unknown): FieldChange {
  return { field: path.join('.'), path, before, after };
}

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
  const [prefixLength, suffixLength] = commonEnds(before, after);
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

/** Returns how many entries of two lists, or characters of two texts, are the same at the beginning and at the end. */
export function commonEnds(
  before: ArrayLike<string>,
  after: ArrayLike<string>,
): [prefixLength: number, suffixLength: number] {
  const maxLength = Math.min(before.length, after.length);
  let prefixLength = 0;
  while (prefixLength < maxLength && before[prefixLength] === after[prefixLength]) prefixLength += 1;
  const isSameFromEnd = (offset: number) => before[before.length - offset] === after[after.length - offset];
  let suffixLength = 0;
  while (suffixLength < maxLength - prefixLength && isSameFromEnd(suffixLength + 1)) suffixLength += 1;
  return [prefixLength, suffixLength];
}
