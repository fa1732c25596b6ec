import { type FormField, type FormLeaf, type FormRows, partOf } from '#lib/content/desk/settings/form-field.ts';

const COLUMN_KEY = /^[a-z]\w*$/i;
const MAX_CELL_LENGTH = 120;

/** The stored rows as a list of objects. A name with the value null has no row. */
export function storedRows({ storedAs }: Pick<FormRows, 'storedAs'>, value: unknown): unknown[] {
  if (storedAs === 'names') {
    const parts = typeof value === 'object' && value !== null ? Object.entries(value) : [];
    return parts.flatMap(([name, one]) => (one === null ? [] : [{ name, value: one }]));
  }
  if (!Array.isArray(value)) return [];
  return storedAs === 'values' ? value.map((one) => ({ value: one })) : value;
}

/** The inverse of `storedRows`. */
export function rowsToStore({ storedAs }: Pick<FormRows, 'storedAs'>, rows: readonly unknown[]): unknown {
  if (storedAs === 'objects') return rows;
  if (storedAs === 'values') return rows.map((row) => partOf(row, 'value'));
  return Object.fromEntries(rows.map((row) => [String(partOf(row, 'name')).trim(), partOf(row, 'value')]));
}

/** The form with a field for each column in the rows of its tables; `source` is a document or the values of a form. */
export function withColumns(field: FormField, source: unknown): FormField {
  if (field.kind !== 'group') return field;
  const fields = field.fields.map((one) => {
    if (one.kind !== 'rows' || one.columnsField === undefined) return withColumns(one, partOf(source, one.name));
    const row = { ...one.row, fields: columnFields(partOf(source, one.columnsField)), dropsOtherFields: true };
    return { ...one, row };
  });
  return { ...field, fields };
}

function columnFields(columns: unknown): FormLeaf[] {
  if (!Array.isArray(columns)) return [];
  return columns.flatMap((column): FormLeaf[] => {
    const [key, label, unit] = ['key', 'label', 'unit'].map((name) => partOf(column, name));
    if (typeof key !== 'string' || !COLUMN_KEY.test(key)) return [];
    const hasUnit = typeof unit === 'string' && unit !== '';
    const named = { name: key, label: `${label || 'New column'}${hasUnit ? `, ${unit}` : ''}`, help: '' };
    return [{ ...named, kind: hasUnit ? 'measure' : 'text', emptyValue: 'null', maxLength: MAX_CELL_LENGTH }];
  });
}
