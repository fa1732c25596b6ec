import {
  countPath,
  type FormField,
  type FormLeaf,
  type FormTree,
  fieldPath,
  partOf,
  treePart,
} from '#lib/content/desk/settings/form-field.ts';
import { leafText, leafValue } from '#lib/content/desk/settings/leaf-text.ts';

/** What the form shows of a stored value; of nothing, an empty form. */
export function treeOf(field: FormField, value: unknown): FormTree {
  if (field.kind === 'group') {
    return Object.fromEntries(field.fields.map((one) => [one.name, treeOf(one, partOf(value, one.name))]));
  }
  if (field.kind !== 'rows') return leafText(field, value ?? field.otherwise);
  return Array.isArray(value) ? value.map((row) => treeOf(field.row, row)) : [];
}

/** What was sent. Undefined if the form did not have the field. */
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

/** What was sent, with the present value of each field that the form did not have. */
export function completeTree(sent: FormTree | undefined, whole: FormTree): FormTree {
  if (sent === undefined) return whole;
  if (typeof sent === 'string' || Array.isArray(sent) || typeof whole === 'string') return sent;
  const parts = Object.entries(whole).map(([name, part]) => [name, completeTree(treePart(sent, name), part)]);
  return Object.fromEntries(parts);
}

export interface FieldMistake {
  field: string;
  message: string;
}

/**
 * The value of a form: of each field that was not touched, that of `base`, whatever its notation. Mistakes of notation
 * are added to `mistakes`.
 */
export function treeValue(
  field: FormField,
  tree: FormTree | undefined,
  base: unknown,
  mistakes: FieldMistake[],
  path = '',
): unknown {
  if (tree === undefined) return base;
  if (field.kind === 'group') {
    const parts = field.fields.map((one): [string, unknown] => {
      const [part, before] = [treePart(tree, one.name), partOf(base, one.name)];
      const isAsBefore = before === undefined && base !== undefined && isSameTree(part, treeOf(one, undefined));
      const value = isAsBefore ? undefined : treeValue(one, part, before, mistakes, fieldPath(path, one.name));
      return [one.name, value];
    });
    if (field.isTuple) return parts.map(([, value]) => value);
    const all = { ...(typeof base === 'object' ? base : {}), ...Object.fromEntries(parts) };
    return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined));
  }
  if (field.kind === 'rows') {
    const rows = Array.isArray(tree) ? tree : [];
    return rows.map((row, at) => treeValue(field.row, row, partOf(base, at), mistakes, fieldPath(path, at)));
  }
  return leafOf(field, String(tree), base, (message) => mistakes.push({ field: path, message }));
}

/** A document may lack a field that has a default. */
function isSameTree(one: FormTree | undefined, other: FormTree): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

function leafOf(leaf: FormLeaf, text: string, base: unknown, report: (message: string) => void): unknown {
  if (base !== undefined && text === leafText(leaf, base)) return base;
  const read = leafValue(leaf, text);
  if (!('problem' in read)) return read.value;
  report(read.problem);
  return base;
}

/** The fields that were typed, and of the others those that somebody else saved meanwhile. */
export function mergedTree(typed: FormTree, base: FormTree | undefined, now: FormTree | undefined): FormTree {
  if (now === undefined || isSameTree(base, typed)) return now ?? typed;
  if (Array.isArray(typed)) {
    const isComparable = [base, now].every((one) => Array.isArray(one) && one.length === typed.length);
    if (!isComparable) return typed;
    return typed.map((row, at) => mergedTree(row, treePart(base, at), treePart(now, at)));
  }
  if (typeof typed === 'string') return typed;
  const parts = Object.entries(typed).map(([name, part]) => [
    name,
    mergedTree(part, treePart(base, name), treePart(now, name)),
  ]);
  return Object.fromEntries(parts);
}
