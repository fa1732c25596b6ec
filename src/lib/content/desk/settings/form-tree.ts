import {
  countPath,
  type FormField,
  type FormLeaf,
  type FormRows,
  type FormTree,
  fieldPath,
  partOf,
  treePart,
} from '#lib/content/desk/settings/form-field.ts';
import { rowsToStore, storedRows } from '#lib/content/desk/settings/form-rows.ts';
import { leafText, leafValue } from '#lib/content/desk/settings/leaf-text.ts';

/** The texts that a form shows for a stored value; if there is none, those of the defaults. */
export function treeOf(field: FormField, value: unknown): FormTree {
  if (field.kind === 'group') {
    return Object.fromEntries(field.fields.map((one) => [one.name, treeOf(one, partOf(value, one.name))]));
  }
  if (field.kind !== 'rows') return leafText(field, value ?? field.defaultValue);
  return storedRows(field, value).map((row) => treeOf(field.row, row));
}

/** The submitted texts. Undefined if the form did not have the field. */
export function readTree(field: FormField, sent: Readonly<Record<string, unknown>>, path = ''): FormTree | undefined {
  if (field.kind === 'group') {
    const parts = field.fields.flatMap((one): [string, FormTree][] => {
      const part = readTree(one, sent, fieldPath(path, one.name));
      return part === undefined ? [] : [[one.name, part]];
    });
    return parts.length === 0 ? undefined : Object.fromEntries(parts);
  }
  if (field.kind === 'rows') {
    const count = sent[countPath(path)];
    if (typeof count !== 'string' || !/^\d{1,4}$/.test(count)) return undefined;
    const rows = Math.min(Number(count), field.max + 1);
    return Array.from({ length: rows }, (_, at) => readTree(field.row, sent, fieldPath(path, at)) ?? {});
  }
  const text = sent[path];
  return typeof text === 'string' ? text.replaceAll('\r\n', '\n') : undefined;
}

/** The submitted texts, completed with the current text of each field that the form did not have. */
export function completeTree(sent: FormTree | undefined, current: FormTree): FormTree {
  if (sent === undefined) return current;
  if (typeof sent === 'string' || Array.isArray(sent) || typeof current === 'string') return sent;
  const parts = Object.entries(current).map(([name, part]) => [name, completeTree(treePart(sent, name), part)]);
  return Object.fromEntries(parts);
}

export interface FieldError {
  field: string;
  message: string;
}

/**
 * The value of a form. Fields that were not changed keep their value in `base`. Invalid texts, repeated names and too
 * many rows are added to `errors`.
 */
export function treeValue(
  field: FormField,
  tree: FormTree | undefined,
  base: unknown,
  errors: FieldError[],
  path = '',
): unknown {
  if (tree === undefined) return base;
  if (field.kind === 'group') {
    const parts = field.fields.map((one): [string, unknown] => {
      const [part, before] = [treePart(tree, one.name), partOf(base, one.name)];
      // A document may lack a field that has a default.
      const mayBeMissing = before === undefined && base !== undefined && !field.dropsOtherFields;
      const isUnchanged = mayBeMissing && isSameTree(part, treeOf(one, undefined));
      const value = isUnchanged ? undefined : treeValue(one, part, before, errors, fieldPath(path, one.name));
      return [one.name, value];
    });
    if (field.isTuple) return parts.map(([, value]) => value);
    const others = typeof base === 'object' && !field.dropsOtherFields ? base : {};
    const all = { ...others, ...Object.fromEntries(parts) };
    return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined));
  }
  if (field.kind === 'rows') {
    const rows = Array.isArray(tree) ? tree : [];
    if (rows.length > field.max) errors.push({ field: path, message: `must have at most ${field.max} entries` });
    const before = storedRows(field, base);
    const names = rows.map(nameOf);
    const values = rows.map((row, at) => {
      const rowPath = fieldPath(path, at);
      const name = names[at];
      if (field.storedAs !== 'names') return treeValue(field.row, row, before[at], errors, rowPath);
      if (name && names.indexOf(name) < at)
        errors.push({ field: fieldPath(rowPath, 'name'), message: 'is already in the list' });
      const same = before.find((one) => partOf(one, 'name') === name);
      return treeValue(field.row, row, same, errors, rowPath);
    });
    return rowsToStore(field, values);
  }
  return leafValueOf(field, String(tree), base, (message) => errors.push({ field: path, message }));
}

function nameOf(row: FormTree): string {
  return String(treePart(row, 'name') ?? '').trim();
}

function isSameTree(one: FormTree | undefined, other: FormTree): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

function leafValueOf(leaf: FormLeaf, text: string, base: unknown, report: (message: string) => void): unknown {
  // The column has a unit, so its text is parsed as a number, even if it is stored as words.
  const isWord = leaf.kind === 'measure' && typeof base === 'string';
  if (base !== undefined && !isWord && text === leafText(leaf, base)) return base;
  const read = leafValue(leaf, text);
  if (!('problem' in read)) return read.value;
  report(read.problem);
  return base;
}

/**
 * The texts that the user changed, and the saved ones of all other fields. Plain values and named rows that somebody
 * else added or removed are added and removed, too. A changed list of objects is taken from the user, unless its number
 * of rows is the same in `typed`, `base` and `current`.
 */
export function mergedTree(
  typed: FormTree,
  base: FormTree | undefined,
  current: FormTree | undefined,
  field?: FormField,
): FormTree {
  if (current === undefined || isSameTree(base, typed)) return current ?? typed;
  if (Array.isArray(typed)) {
    if (!Array.isArray(base) || !Array.isArray(current)) return typed;
    if (field?.kind === 'rows' && field.storedAs !== 'objects') return mergedRows(typed, base, current, field);
    const isComparable = base.length === typed.length && current.length === typed.length;
    if (!isComparable) return typed;
    const row = field?.kind === 'rows' ? field.row : undefined;
    return typed.map((one, at) => mergedTree(one, base[at], current[at], row));
  }
  if (typeof typed === 'string') return typed;
  const fields = field?.kind === 'group' ? field.fields : [];
  const parts = Object.entries(typed).map(([name, part]) => {
    const below = fields.find((one) => one.name === name);
    return [name, mergedTree(part, treePart(base, name), treePart(current, name), below)];
  });
  return Object.fromEntries(parts);
}

function mergedRows(typed: FormTree[], base: FormTree[], current: FormTree[], { row, storedAs }: FormRows): FormTree[] {
  const idOf = (one: FormTree) => String(treePart(one, storedAs === 'names' ? 'name' : 'value') ?? '');
  const byId = (rows: readonly FormTree[]) => new Map(rows.map((one) => [idOf(one), one]));
  const [mine, before, theirs] = [byId(typed), byId(base), byId(current)];
  const edited = typed.flatMap((one) => {
    const [old, other] = [before.get(idOf(one)), theirs.get(idOf(one))];
    const isRemoved = old !== undefined && other === undefined && isSameTree(old, one);
    return isRemoved ? [] : [mergedTree(one, old, other, row)];
  });
  return [...edited, ...current.filter((one) => !mine.has(idOf(one)) && !before.has(idOf(one)))];
}
