import { diffLists } from '#lib/content/publishing/list-diff.ts';
import { isObject } from '#lib/platform/content/overlay.ts';

/** One field, such as `address.mobile` or `hours.0.time`; undefined for a missing value before or after. */
export interface FieldChange {
  field: string;
  path: Path;
  before: unknown;
  after: unknown;
}

type Path = readonly (string | number)[];

/** The changed fields at every level. Equal entries of a list are matched even if their positions differ. */
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
  return diffLists(before.map(keyOf), after.map(keyOf)).flatMap((change) => {
    const pairs = Math.min(change.removed, change.added);
    const changed = Array.from({ length: pairs }, (_, at) =>
      fieldChanges(before[change.before + at], after[change.after + at], [...path, change.after + at]),
    ).flat();
    const removed = before
      .slice(change.before + pairs, change.before + change.removed)
      .map((entry, at) => changeOf([...path, change.before + pairs + at], entry, undefined));
    const added = after
      .slice(change.after + pairs, change.after + change.added)
      .map((entry, at) => changeOf([...path, change.after + pairs + at], undefined, entry));
    return [...changed, ...removed, ...added];
  });
}

function keyOf(entry: unknown): string {
  return JSON.stringify(entry) ?? '';
}

function changeOf(path: Path, before: unknown, after: unknown): FieldChange {
  return { field: path.join('.'), path, before, after };
}
