import { type FormField, type FormLeaf, type FormRows, partOf } from '#lib/content/admin/settings/form-field.ts';

const COLUMN_KEY = /^[a-z]\w*$/i;
const MAX_CELL_LENGTH = 120;

/** Returns the stored rows as a list of objects. In a record, null marks a row that the owner has removed. */
export function storedRows({ storedAs }: Pick<FormRows, 'storedAs'>, value: unknown): unknown[] {
  if (storedAs === 'record') {
    const parts = typeof value === 'object' && value !== null ? Object.entries(value) : [];
    return parts.flatMap(([name, part]) => (part === null ? [] : [{ name, value: part }]));
  }
  if (!Array.isArray(value)) return [];
  return storedAs === 'values' ? value.map((entry) => ({ value: entry })) : value;
}

/** Returns the value to store for a list of objects as returned by `storedRows`. */
export function rowsToStore({ storedAs }: Pick<FormRows, 'storedAs'>, rows: readonly unknown[]): unknown {
  if (storedAs === 'objects') return rows;
  if (storedAs === 'values') return rows.map((row) => partOf(row, 'value'));
  return Object.fromEntries(rows.map((row) => [String(partOf(row, 'name')).trim(), partOf(row, 'value')]));
}

/** Returns a form whose tables have a field for each column. `source` is a document or the values of a form. */
export function withColumns(field: FormField, source: unknown): FormField {
  if (field.kind !== 'group') return field;
  const fields = field.fields.map((child) => {
    if (child.kind !== 'rows' || child.columnsField === undefined)
      return withColumns(child, partOf(source, child.name));
    const row = { ...child.row, fields: columnFields(partOf(source, child.columnsField)), dropsOtherFields: true };
    return { ...child, row };
  });
  return { ...field, fields };
}

function columnFields(columns: unknown): FormLeaf[] {
  if (!Array.isArray(columns)) return [];
  return columns.flatMap((column): FormLeaf[] => {
    const [key, label, unit] = ['key', 'label', 'unit'].map((name) => partOf(column, name));
    if (typeof key !== 'string' || !COLUMN_KEY.test(key)) return [];
    const hasUnit = typeof unit === 'string' && unit !== '';
    const base = { name: key, label: `${label || 'New column'}${hasUnit ? `, ${unit}` : ''}`, help: '' };
    return [{ ...base, kind: hasUnit ? 'measure' : 'text', emptyValue: 'null', maxLength: MAX_CELL_LENGTH }];
  });
}
