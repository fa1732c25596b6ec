import { diffLists } from '#lib/content/publishing/list-diff.ts';
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
    const pairCount = Math.min(change.removedCount, change.addedCount);
    const pairChanges = Array.from({ length: pairCount }, (_, index) =>
      fieldChanges(before[change.beforeIndex + index], after[change.afterIndex + index], [
        ...path,
        change.afterIndex + index,
      ]),
    ).flat();
    const removals = before
      .slice(change.beforeIndex + pairCount, change.beforeIndex + change.removedCount)
      .map((entry, index) => changeOf([...path, change.beforeIndex + pairCount + index], entry, undefined));
    const additions = after
      .slice(change.afterIndex + pairCount, change.afterIndex + change.addedCount)
      .map((entry, index) => changeOf([...path, change.afterIndex + pairCount + index], undefined, entry));
    return [...pairChanges, ...removals, ...additions];
  });
}

function jsonOf(entry: unknown): string {
  return JSON.stringify(entry) ?? '';
}

function changeOf(path: Path, before: unknown, after: unknown): FieldChange {
  return { field: path.join('.'), path, before, after };
}
