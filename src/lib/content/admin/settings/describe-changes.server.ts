import { labelOf } from '#lib/content/admin/settings/field-overrides.ts';
import { type FormField, type FormLeaf, type FormRows, partOf } from '#lib/content/admin/settings/form-field.ts';
import { storedRows, withColumns } from '#lib/content/admin/settings/form-rows.ts';
import { fieldText } from '#lib/content/admin/settings/form-tree.ts';
import { buildForm } from '#lib/content/admin/settings/schema-form.server.ts';
import { changedParts, truncate } from '#lib/content/publishing/difference.ts';
import { type FieldChange, fieldChanges } from '#lib/content/publishing/field-changes.ts';
import type { ContentDocument } from '#lib/platform/content/content-document.ts';
import { indianDay } from '#lib/primitives/indian-time.ts';

const MAX_LENGTH = 240;
const NOTHING = 'nothing';

/** Returns a line in words for each changed field of a document, with the labels and values of the document's form. */
export function describeChanges(document: ContentDocument<unknown>, before: unknown, after: unknown): string[] {
  const root = withColumns(buildForm(document), after);
  const [from, to] = [before, after].map((value) => withRangeTexts(root, value));
  return fieldChanges(from, to).flatMap((change) => describeChange(root, change));
}

/** Returns the value with a text instead of each range in a table, so that each range is one value. */
function withRangeTexts(field: FormField, value: unknown): unknown {
  if (field.kind === 'measure') return Array.isArray(value) ? fieldText(field, value) : value;
  if (field.kind === 'rows' && field.columnsField !== undefined && Array.isArray(value))
    return value.map((row) => withRangeTexts(field.row, row));
  if (field.kind !== 'group' || field.isTuple || typeof value !== 'object' || value === null) return value;
  const parts = Object.entries(value).map(([name, part]) => {
    const child = field.fields.find((candidate) => candidate.name === name);
    return [name, child ? withRangeTexts(child, part) : part];
  });
  return Object.fromEntries(parts);
}

function describeChange(root: FormField, change: FieldChange): string[] {
  const { labels, field } = fieldAtPath(root, change.path);
  if (field?.kind === 'key') return [];
  const [before, after] = changedParts(change.before, change.after);
  const [from, to] = [before, after].map((value) => describeValue(field, value));
  if (from === to) return [];
  const location = labels.filter(Boolean).join(', ');
  const description = from === NOTHING ? `added ${to}` : to === NOTHING ? `removed ${from}` : `${from} → ${to}`;
  return [location === '' ? description : `${location}: ${description}`];
}

/** Returns the labels along the path to a field of the document, and the field of the form that shows it. */
function fieldAtPath(root: FormField, path: FieldChange['path']): { labels: string[]; field: FormField | undefined } {
  const labels: string[] = [];
  let field: FormField | undefined = root;
  for (const name of path) {
    if (field?.kind === 'rows') {
      const { row, storedAs }: FormRows = field;
      labels.push(storedAs === 'record' ? String(name) : numberedLabel(row.label, name, labels.length === 0));
      field = storedAs === 'objects' ? row : row.fields.find((child) => child.name === 'value');
    } else if (field?.kind === 'group') {
      field = field.fields.find((child) => child.name === String(name));
      labels.push(field ? field.label : labelOf(String(name)));
    } else {
      if (field?.kind !== 'commas')
        labels.push(typeof name === 'number' ? numberedLabel('line', name, false) : labelOf(name));
      field = field && { ...field, kind: 'text' };
    }
  }
  return { labels, field };
}

function numberedLabel(label: string, index: string | number, isFirst: boolean): string {
  return `${isFirst ? label : label.toLowerCase()} ${Number(index) + 1}`;
}

function describeValue(field: FormField | undefined, value: unknown): string {
  const isEmpty = value === undefined || value === null || (value === '' && !isEmptyEntry(field));
  if (isEmpty) return NOTHING;
  if (field?.kind === 'group') {
    const parts = field.fields.flatMap((child) => {
      const valueText = child.kind === 'key' ? NOTHING : describeValue(child, partOf(value, child.name));
      const isClearWithoutLabel = child.kind === 'name' || child.kind === 'group' || child.label === '';
      return valueText === NOTHING ? [] : [isClearWithoutLabel ? valueText : `${child.label} ${valueText}`];
    });
    return truncate(parts.join(', '), MAX_LENGTH) || NOTHING;
  }
  if (field?.kind === 'rows') {
    const rows = storedRows(field, value).map((row) => describeValue(field.row, row));
    return truncate(rows.join('; '), MAX_LENGTH) || NOTHING;
  }
  return truncate(field ? describeFieldValue(field, value) : JSON.stringify(value), MAX_LENGTH);
}

function isEmptyEntry(field: FormField | undefined): boolean {
  return field?.kind === 'text' && 'emptyEntry' in field && field.emptyEntry !== undefined;
}

const UNQUOTED_KINDS: ReadonlySet<string> = new Set([
  ...['number', 'rupees', 'percent', 'color', 'picture', 'yes-no', 'choice', 'measure', 'name'],
]);

function describeFieldValue(leaf: FormLeaf, value: unknown): string {
  if (leaf.kind === 'date') return indianDay(String(value));
  if (Array.isArray(value) && leaf.kind !== 'measure')
    return value.length === 0 ? NOTHING : value.map((entry) => describeText(leaf, entry)).join(', ');
  if (UNQUOTED_KINDS.has(leaf.kind)) return fieldText(leaf, value);
  return describeText(leaf, value);
}

function describeText({ emptyEntry, hasNumbers }: FormLeaf, value: unknown): string {
  if (value === '' && emptyEntry) return emptyEntry;
  return hasNumbers || typeof value === 'number' ? String(value) : `“${String(value)}”`;
}
