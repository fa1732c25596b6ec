import { FIELD_OVERRIDES, labelOf } from '#lib/content/admin/settings/field-overrides.ts';
import {
  type FieldOverrides,
  type FormField,
  type FormLeaf,
  type FormRows,
  fieldPath,
  type LeafKind,
} from '#lib/content/admin/settings/form-field.ts';
import type { ContentDocument } from '#lib/platform/content/content-document.ts';
import { type JsonSchema, jsonSchemaOf } from '#lib/platform/content/schema-fields.server.ts';

/** The maximum numbers of rows, because a submitted form can have up to 1,000 fields. */
const MAX_ROWS: Readonly<Record<FormRows['storedAs'], number>> = { objects: 300, values: 950, record: 450 };

/** Returns the form of a document with all its fields, or with only the top-level fields that `names` contains. */
export function buildForm({ path, schema }: ContentDocument<unknown>, names?: readonly string[]): FormField {
  const shape = jsonSchemaOf(schema);
  const overrides = FIELD_OVERRIDES[path] ?? {};
  const root = fieldOf(shape, { name: '', overrides, path: '', isRequired: true });
  if (root.kind !== 'group' || !names) return root;
  const fields = names.flatMap((name) => root.fields.find((field) => field.name === name) ?? []);
  return { ...root, fields };
}

interface FieldLocation {
  name: string;
  /** The overrides of the document, by path. */
  overrides: Readonly<Record<string, FieldOverrides>>;
  /** The path of the field, with a star for the number or name of a row. */
  path: string;
  isRequired: boolean;
}

function fieldOf(shape: JsonSchema, location: FieldLocation): FormField {
  const { name, overrides, path } = location;
  const override = overrideAt(overrides, path) ?? {};
  const base = {
    name,
    label: override.label ?? labelOf(name),
    help: override.help ?? (/^\d+$/.test(name) ? '' : (shape.description ?? '')),
  };
  if (shape.properties) return { ...base, kind: 'group', isTuple: false, fields: fieldsOf(shape, location) };
  const { items, prefixItems, maxItems = Number.POSITIVE_INFINITY } = shape;
  if (prefixItems) {
    const fields = prefixItems.map((item, index) => fieldOf(item, childOf(location, String(index), true)));
    return { ...base, kind: 'group', isTuple: true, fields };
  }
  const rowLocation = { ...location, name: '', path: fieldPath(path, '*') };
  const label = override.rowLabel ?? overrideAt(overrides, rowLocation.path)?.label ?? base.label;
  const rowsOf = (fields: readonly FormField[], storedAs: FormRows['storedAs']): FormRows => ({
    ...base,
    kind: 'rows',
    row: { name: '', label, help: '', kind: 'group', isTuple: false, fields },
    max: Math.min(maxItems, MAX_ROWS[storedAs]),
    storedAs,
    columnsField: override.columnsField,
  });
  if (override.columnsField) return rowsOf([], 'objects');
  if (items?.properties) return rowsOf(fieldsOf(items, rowLocation), 'objects');
  const valueLocation = childOf(rowLocation, 'value', true);
  if (items && override.rowLabel)
    return rowsOf([{ ...fieldOf(items, valueLocation), label: override.rowLabel }], 'values');
  const { additionalProperties } = shape;
  if (typeof additionalProperties === 'object') {
    const nameField: FormLeaf = { name: 'name', label, help: '', kind: 'name', emptyValue: 'empty text' };
    return rowsOf([nameField, fieldOf(additionalProperties, valueLocation)], 'record');
  }
  return leafOf(shape, location, base, override);
}

function overrideAt(overrides: FieldLocation['overrides'], path: string): FieldOverrides | undefined {
  return overrides[path] ?? overrides[path.replace(/^[^.]+/, '*')];
}

function fieldsOf({ properties = {}, required = [] }: JsonSchema, location: FieldLocation): FormField[] {
  return Object.entries(properties).map(([name, shape]) =>
    fieldOf(shape, childOf(location, name, required.includes(name))),
  );
}

function childOf({ overrides, path }: FieldLocation, name: string, isRequired: boolean): FieldLocation {
  return { name, overrides, path: fieldPath(path, name), isRequired };
}

function leafOf(
  schema: JsonSchema,
  { isRequired, path }: FieldLocation,
  base: Omit<FormLeaf, 'kind' | 'emptyValue'>,
  override: FieldOverrides,
): FormLeaf {
  const nonNullShapes = schema.anyOf?.filter(({ type }) => type !== 'null') ?? [];
  const isNullable = nonNullShapes.length === 1 && schema.anyOf?.length === 2;
  const shape = isNullable && nonNullShapes[0] ? nonNullShapes[0] : schema;
  const kind = override.kind ?? kindOf(shape, base.name);
  // Only a row can lack a field. An omitted field of any other object keeps its value.
  const mayBeMissing = !isRequired && schema.default === undefined && path.includes('*');
  return {
    ...base,
    kind,
    emptyValue: isNullable ? 'null' : mayBeMissing ? 'omitted' : 'empty text',
    defaultValue: schema.default,
    maxLength: shape.maxLength,
    options: (shape.enum ?? []).map(String),
    hasNumbers: shape.items?.type === 'integer' || shape.items?.type === 'number',
    emptyEntry: override.emptyEntry,
  };
}

const LEAF_KINDS: Partial<Record<string, LeafKind>> = { integer: 'number', number: 'number', boolean: 'yes-no' };

function kindOf(shape: JsonSchema, name: string): LeafKind {
  if (shape.enum?.every((option) => typeof option === 'string')) return 'choice';
  if (shape.type === 'integer' && name.endsWith('Paise')) return 'rupees';
  if (shape.type === 'integer' && name.endsWith('Bp')) return 'percent';
  const isPlainList = ['string', 'integer', 'number'].includes(shape.items?.type ?? '');
  if (shape.type === 'array' && isPlainList) return shape.items?.pattern?.includes('woff2') ? 'fonts' : 'lines';
  if (shape.type !== 'string') {
    const kind = LEAF_KINDS[shape.type ?? ''];
    if (!kind) throw new Error(`There is no form field for ${name}: ${JSON.stringify(shape)}`);
    return kind;
  }
  if (shape.pattern === '^#[0-9a-f]{6}$') return 'color';
  if (shape.pattern?.includes('avif')) return 'picture';
  return shape.format === 'date' ? 'date' : 'text';
}
