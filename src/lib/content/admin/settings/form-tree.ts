import {
  countPath,
  type FormField,
  type FormLeaf,
  type FormRows,
  type FormTree,
  fieldPath,
  partOf,
  treePart,
} from '#lib/content/admin/settings/form-field.ts';
import { rowsToStore, storedRows } from '#lib/content/admin/settings/form-rows.ts';
import { paiseToRupees, rupeesToPaise } from '#lib/shop/money/money.ts';

/** Returns the texts that a form shows for a stored value, or for the defaults if no value is stored. */
export function treeOf(field: FormField, value: unknown): FormTree {
  if (field.kind === 'group') {
    return Object.fromEntries(field.fields.map((child) => [child.name, treeOf(child, partOf(value, child.name))]));
  }
  if (field.kind !== 'rows') return fieldText(field, value ?? field.defaultValue);
  return storedRows(field, value).map((row) => treeOf(field.row, row));
}

/** Returns the submitted texts; undefined if the form did not have the field. */
export function readTree(
  field: FormField,
  submission: Readonly<Record<string, unknown>>,
  path = '',
): FormTree | undefined {
  if (field.kind === 'group') {
    const parts = field.fields.flatMap((child): [string, FormTree][] => {
      const part = readTree(child, submission, fieldPath(path, child.name));
      return part === undefined ? [] : [[child.name, part]];
    });
    return parts.length === 0 ? undefined : Object.fromEntries(parts);
  }
  if (field.kind === 'rows') {
    const count = submission[countPath(path)];
    if (typeof count !== 'string' || !/^\d{1,4}$/.test(count)) return undefined;
    const rowCount = Math.min(Number(count), field.max + 1);
    return Array.from(
      { length: rowCount },
      (_, index) => readTree(field.row, submission, fieldPath(path, index)) ?? {},
    );
  }
  const text = submission[path];
  return typeof text === 'string' ? text.replaceAll('\r\n', '\n') : undefined;
}

/** Returns the submitted texts, with the current text of each field that the form did not have. */
export function completeTree(submission: FormTree | undefined, current: FormTree): FormTree {
  if (submission === undefined) return current;
  if (typeof submission === 'string' || Array.isArray(submission) || typeof current === 'string') return submission;
  const parts = Object.entries(current).map(([name, part]) => [name, completeTree(treePart(submission, name), part)]);
  return Object.fromEntries(parts);
}

export interface FieldError {
  field: string;
  message: string;
}

/**
 * Returns the value of a form. Unchanged fields keep their value in `base`. Adds messages for invalid texts, repeated
 * names and too many rows to `errors`.
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
    const parts = field.fields.map((child): [string, unknown] => {
      const [part, basePart] = [treePart(tree, child.name), partOf(base, child.name)];
      // A document may lack a field that has a default.
      const mayBeMissing = basePart === undefined && base !== undefined && !field.dropsOtherFields;
      const isUnchanged = mayBeMissing && isSameTree(part, treeOf(child, undefined));
      const value = isUnchanged ? undefined : treeValue(child, part, basePart, errors, fieldPath(path, child.name));
      return [child.name, value];
    });
    if (field.isTuple) return parts.map(([, value]) => value);
    const baseFields = typeof base === 'object' && !field.dropsOtherFields ? base : {};
    const fields = { ...baseFields, ...Object.fromEntries(parts) };
    return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
  }
  if (field.kind === 'rows') {
    const rows = Array.isArray(tree) ? tree : [];
    if (rows.length > field.max) errors.push({ field: path, message: `must have at most ${field.max} entries` });
    const baseRows = storedRows(field, base);
    const names = rows.map((row) => String(treePart(row, 'name') ?? '').trim());
    const values = rows.map((row, index) => {
      const rowPath = fieldPath(path, index);
      const name = names[index];
      if (field.storedAs !== 'record') return treeValue(field.row, row, baseRows[index], errors, rowPath);
      if (name && names.indexOf(name) < index)
        errors.push({ field: fieldPath(rowPath, 'name'), message: 'is already in the list' });
      const baseRow = baseRows.find((candidate) => partOf(candidate, 'name') === name);
      return treeValue(field.row, row, baseRow, errors, rowPath);
    });
    return rowsToStore(field, values);
  }
  return valueOrBase(field, String(tree), base, (message) => errors.push({ field: path, message }));
}

function isSameTree(a: FormTree | undefined, b: FormTree): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

function valueOrBase(leaf: FormLeaf, text: string, base: unknown, report: (message: string) => void): unknown {
  // In a column with a unit, a text that is stored as words is parsed again, because it may be a number.
  const isStoredAsWords = leaf.kind === 'measure' && typeof base === 'string';
  if (base !== undefined && !isStoredAsWords && text === fieldText(leaf, base)) return base;
  const result = parseFieldText(leaf, text);
  if (!('problem' in result)) return result.value;
  report(result.problem);
  return base;
}

/**
 * Returns the texts that the user changed, and the saved texts of all other fields. Plain values and named rows that
 * somebody else added or removed are added or removed, too. A changed list of objects is merged row by row if it has
 * the same number of rows in `submission`, `base` and `current`; otherwise, the user’s list is returned.
 */
export function mergedTree(
  submission: FormTree,
  base: FormTree | undefined,
  current: FormTree | undefined,
  field?: FormField,
): FormTree {
  if (current === undefined || isSameTree(base, submission)) return current ?? submission;
  if (Array.isArray(submission)) {
    if (!Array.isArray(base) || !Array.isArray(current)) return submission;
    if (field?.kind === 'rows' && field.storedAs !== 'objects') return mergedRows(submission, base, current, field);
    const isComparable = base.length === submission.length && current.length === submission.length;
    if (!isComparable) return submission;
    const row = field?.kind === 'rows' ? field.row : undefined;
    return submission.map((entry, index) => mergedTree(entry, base[index], current[index], row));
  }
  if (typeof submission === 'string') return submission;
  const fields = field?.kind === 'group' ? field.fields : [];
  const parts = Object.entries(submission).map(([name, part]) => {
    const child = fields.find((candidate) => candidate.name === name);
    return [name, mergedTree(part, treePart(base, name), treePart(current, name), child)];
  });
  return Object.fromEntries(parts);
}

function mergedRows(
  submission: FormTree[],
  base: FormTree[],
  current: FormTree[],
  { row, storedAs }: FormRows,
): FormTree[] {
  const idOf = (entry: FormTree) => String(treePart(entry, storedAs === 'record' ? 'name' : 'value') ?? '');
  const byId = (rows: readonly FormTree[]) => new Map(rows.map((entry) => [idOf(entry), entry]));
  const [submittedById, baseById, currentById] = [byId(submission), byId(base), byId(current)];
  const remainingRows = submission.flatMap((entry) => {
    const [baseRow, currentRow] = [baseById.get(idOf(entry)), currentById.get(idOf(entry))];
    const isRemoved = baseRow !== undefined && currentRow === undefined && isSameTree(baseRow, entry);
    return isRemoved ? [] : [mergedTree(entry, baseRow, currentRow, row)];
  });
  const addedRows = current.filter((entry) => !submittedById.has(idOf(entry)) && !baseById.has(idOf(entry)));
  return [...remainingRows, ...addedRows];
}

const NUMBER_PATTERN = /^-?\d{1,12}(?:\.\d{1,9})?$/;
const RANGE_SEPARATOR = '–';

/** Returns the text that a field shows for a stored value. */
export function fieldText(leaf: FormLeaf, value: unknown): string {
  if (leaf.kind === 'yes-no') return value === true ? 'yes' : 'no';
  if (value === undefined || value === null) return '';
  if (leaf.kind === 'measure' && Array.isArray(value)) return value.join(RANGE_SEPARATOR);
  if (Array.isArray(value)) {
    const entries = value.map((entry) => (entry === '' && leaf.emptyEntry ? leaf.emptyEntry : String(entry)));
    return entries.join(leaf.kind === 'commas' ? ', ' : '\n');
  }
  if (typeof value === 'number' && (leaf.kind === 'rupees' || leaf.kind === 'percent')) {
    return String(paiseToRupees(value));
  }
  return String(value);
}

/** Returns the value to store for the text in a field, or the problem with the text. */
export function parseFieldText(leaf: FormLeaf, text: string): { value: unknown } | { problem: string } {
  if (leaf.kind === 'lines' || leaf.kind === 'fonts' || leaf.kind === 'commas') return entriesOf(leaf, text);
  if (leaf.kind === 'yes-no') return { value: text === 'yes' };
  if (text === '' && leaf.emptyValue !== 'empty text') return { value: leaf.emptyValue === 'null' ? null : undefined };
  if ((leaf.kind === 'name' || leaf.kind === 'date') && text.trim() === '') return { problem: 'is missing' };
  if (leaf.kind === 'measure') return { value: measureOf(text) };
  if (leaf.kind === 'number' || leaf.kind === 'rupees' || leaf.kind === 'percent') return numberOf(leaf, text);
  return { value: text };
}

function measureOf(text: string): string | number | number[] {
  const parts = text.split(/[-–]/).map((part) => part.trim());
  const isNumeric = parts.length <= 2 && parts.every((part) => NUMBER_PATTERN.test(part));
  if (!isNumeric) return text.trim();
  return parts.length === 1 ? Number(parts[0]) : parts.map(Number);
}

function numberOf({ kind }: FormLeaf, text: string): { value: unknown } | { problem: string } {
  const numberText = text.trim().replace(/^₹\s*/, '').replaceAll(',', '');
  if (numberText === '') return { problem: 'is missing' };
  if (!NUMBER_PATTERN.test(numberText)) return { problem: 'must be a number' };
  if (kind === 'number') return { value: Number(numberText) };
  const hundredths = rupeesToPaise(Number(numberText));
  return hundredths === undefined ? { problem: 'must have at most two decimals' } : { value: hundredths };
}

function entriesOf(leaf: FormLeaf, text: string): { value: unknown } | { problem: string } {
  const entries = text.split(leaf.kind === 'commas' ? /[,\n]/ : '\n').flatMap((entry) => entry.trim() || []);
  if (!leaf.hasNumbers) {
    const isEmptyEntry = (entry: string) => entry.toLowerCase() === leaf.emptyEntry?.toLowerCase();
    return { value: entries.map((entry) => (isEmptyEntry(entry) ? '' : entry)) };
  }
  const invalidEntry = entries.find((entry) => !NUMBER_PATTERN.test(entry));
  return invalidEntry === undefined
    ? { value: entries.map(Number) }
    : { problem: `must be numbers, not “${invalidEntry}”` };
}
