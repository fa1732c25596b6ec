import { labelOf } from '#lib/content/desk/settings/field-words.ts';
import { type FormField, type FormLeaf, type FormRows, partOf } from '#lib/content/desk/settings/form-field.ts';
import { storedRows, withColumns } from '#lib/content/desk/settings/form-rows.ts';
import { leafText } from '#lib/content/desk/settings/leaf-text.ts';
import { formOf } from '#lib/content/desk/settings/schema-form.server.ts';
import { cut, shortened } from '#lib/content/publishing/difference.ts';
import { type FieldChange, fieldChanges } from '#lib/content/publishing/field-changes.ts';
import type { ContentDocument } from '#lib/platform/content/content-document.ts';
import { indianDay } from '#lib/primitives/indian-time.ts';

const MAX_LENGTH = 240;
const NOTHING = 'nothing';

/** The changes of a document, a line for each field, with the labels and values of its form. */
export function changesInWords(document: ContentDocument<unknown>, before: unknown, after: unknown): string[] {
  const root = withColumns(formOf(document), after);
  const [from, to] = [before, after].map((value) => withRangeTexts(root, value));
  return fieldChanges(from, to).flatMap((change) => lineOf(root, change));
}

/** Replaces the ranges of a table by their texts, so that each is one value. */
function withRangeTexts(field: FormField, value: unknown): unknown {
  if (field.kind === 'measure') return Array.isArray(value) ? leafText(field, value) : value;
  if (field.kind === 'rows' && field.columns !== undefined && Array.isArray(value))
    return value.map((row) => withRangeTexts(field.row, row));
  if (field.kind !== 'group' || field.isTuple || typeof value !== 'object' || value === null) return value;
  const parts = Object.entries(value).map(([name, part]) => {
    const below = field.fields.find((one) => one.name === name);
    return [name, below ? withRangeTexts(below, part) : part];
  });
  return Object.fromEntries(parts);
}

function lineOf(root: FormField, change: FieldChange): string[] {
  const { labels, field } = placeOf(root, change.path);
  if (field?.kind === 'key') return [];
  const [before, after] = shortened(change.before, change.after);
  const [from, to] = [before, after].map((value) => valueWords(field, value));
  if (from === to) return [];
  const at = labels.filter(Boolean).join(', ');
  const words = from === NOTHING ? `added ${to}` : to === NOTHING ? `removed ${from}` : `${from} → ${to}`;
  return [at === '' ? words : `${at}: ${words}`];
}

/** The labels along the path to a field of the document, and the field of the form that shows it. */
function placeOf(root: FormField, path: FieldChange['path']): { labels: string[]; field: FormField | undefined } {
  const labels: string[] = [];
  let field: FormField | undefined = root;
  for (const name of path) {
    if (field?.kind === 'rows') {
      const { row, stored }: FormRows = field;
      labels.push(stored === 'names' ? String(name) : numberedLabel(row.label, name, labels.length === 0));
      field = stored === 'objects' ? row : row.fields.find((one) => one.name === 'value');
    } else if (field?.kind === 'group') {
      field = field.fields.find((one) => one.name === String(name));
      labels.push(field ? field.label : labelOf(String(name)));
    } else {
      if (field?.kind !== 'commas')
        labels.push(typeof name === 'number' ? numberedLabel('line', name, false) : labelOf(name));
      field = field && { ...field, kind: 'text' };
    }
  }
  return { labels, field };
}

function numberedLabel(label: string, at: string | number, isFirst: boolean): string {
  return `${isFirst ? label : label.toLowerCase()} ${Number(at) + 1}`;
}

function valueWords(field: FormField | undefined, value: unknown): string {
  const isEmpty = value === undefined || value === null || (value === '' && !isEmptyEntry(field));
  if (isEmpty) return NOTHING;
  if (field?.kind === 'group') {
    const parts = field.fields.flatMap((one) => {
      const words = one.kind === 'key' ? NOTHING : valueWords(one, partOf(value, one.name));
      const isPlain = one.kind === 'name' || one.kind === 'group' || one.label === '';
      return words === NOTHING ? [] : [isPlain ? words : `${one.label} ${words}`];
    });
    return cut(parts.join(', '), MAX_LENGTH) || NOTHING;
  }
  if (field?.kind === 'rows') {
    const rows = storedRows(field, value).map((row) => valueWords(field.row, row));
    return cut(rows.join('; '), MAX_LENGTH) || NOTHING;
  }
  return cut(field ? leafWords(field, value) : JSON.stringify(value), MAX_LENGTH);
}

function isEmptyEntry(field: FormField | undefined): boolean {
  return field?.kind === 'text' && 'emptyEntry' in field && field.emptyEntry !== undefined;
}

const PLAIN: ReadonlySet<string> = new Set([
  ...['number', 'rupees', 'percent', 'color', 'picture', 'yes-no', 'choice', 'measure', 'name'],
]);

function leafWords(leaf: FormLeaf, value: unknown): string {
  if (leaf.kind === 'date') return indianDay(String(value));
  if (Array.isArray(value) && leaf.kind !== 'measure')
    return value.length === 0 ? NOTHING : value.map((entry) => textWords(leaf, entry)).join(', ');
  if (PLAIN.has(leaf.kind)) return leafText(leaf, value);
  return textWords(leaf, value);
}

function textWords({ emptyEntry, hasNumbers }: FormLeaf, value: unknown): string {
  if (value === '' && emptyEntry) return emptyEntry;
  return hasNumbers || typeof value === 'number' ? String(value) : `“${String(value)}”`;
}
