import { FIELD_WORDS, labelOf } from '#lib/content/desk/settings/field-words.ts';
import type {
  FieldWords,
  FormField,
  FormGroup,
  FormLeaf,
  FormRows,
  LeafKind,
} from '#lib/content/desk/settings/form-field.ts';
import type { ContentDocument } from '#lib/platform/content/content-document.ts';
import { type Shape, shapeOf } from '#lib/platform/content/field-notes.server.ts';

/** A submitted form can have at most 1,000 fields. */
const MAX_ROWS: Readonly<Record<FormRows['stored'], number>> = { objects: 300, values: 950, names: 450 };

/** The form of a document: all its fields, or those of the first level with these names. */
export function formOf({ path, schema }: ContentDocument<unknown>, names?: readonly string[]): FormField {
  const shape = shapeOf(schema);
  const words = FIELD_WORDS[path] ?? {};
  const root = fieldOf(shape, { name: '', words, at: '', isRequired: true });
  if (root.kind !== 'group' || !names) return root;
  const fields = names.flatMap((name) => root.fields.find((field) => field.name === name) ?? []);
  return { ...root, fields };
}

interface Place {
  name: string;
  words: Readonly<Record<string, FieldWords>>;
  /** The path in `words`, with a star for the number of a row. */
  at: string;
  isRequired: boolean;
}

function fieldOf(shape: Shape, place: Place): FormField {
  const { name, words, at } = place;
  const own = wordsAt(words, at) ?? {};
  const named = {
    name,
    label: own.label ?? labelOf(name),
    help: own.help ?? (/^\d+$/.test(name) ? '' : (shape.description ?? '')),
  };
  if (shape.properties) return { ...named, kind: 'group', isTuple: false, fields: partsOf(shape, place) };
  const { items, prefixItems, maxItems = Number.POSITIVE_INFINITY } = shape;
  if (prefixItems) {
    const fields = prefixItems.map((item, index) => fieldOf(item, below(place, String(index), true)));
    return { ...named, kind: 'group', isTuple: true, fields };
  }
  const row = { ...place, name: '', at: withStar(at) };
  const label = own.rows ?? wordsAt(words, row.at)?.label ?? named.label;
  const rowsOf = (fields: readonly FormField[], stored: FormRows['stored']): FormRows => {
    const group: FormGroup = { name: '', label, help: '', kind: 'group', isTuple: false, fields };
    return {
      ...named,
      kind: 'rows',
      row: group,
      max: Math.min(maxItems, MAX_ROWS[stored]),
      stored,
      columns: own.columns,
    };
  };
  if (own.columns) return rowsOf([], 'objects');
  if (items?.properties) return rowsOf(partsOf(items, row), 'objects');
  const value = below(row, 'value', true);
  if (items && own.rows) return rowsOf([{ ...fieldOf(items, value), label: own.rows }], 'values');
  const { additionalProperties: others } = shape;
  if (typeof others === 'object') {
    const name: FormLeaf = { name: 'name', label, help: '', kind: 'name', ifEmpty: 'text' };
    return rowsOf([name, fieldOf(others, value)], 'names');
  }
  return leafOf(shape, place, named, own);
}

function wordsAt(words: Place['words'], at: string): FieldWords | undefined {
  return words[at] ?? words[at.replace(/^[^.]+/, '*')];
}

function partsOf({ properties = {}, required = [] }: Shape, place: Place): FormField[] {
  return Object.entries(properties).map(([name, shape]) => fieldOf(shape, below(place, name, required.includes(name))));
}

function below({ words, at }: Place, name: string, isRequired: boolean): Place {
  return { name, words, at: at === '' ? name : `${at}.${name}`, isRequired };
}

function withStar(at: string): string {
  return at === '' ? '*' : `${at}.*`;
}

function leafOf(
  outer: Shape,
  { isRequired, at }: Place,
  named: Omit<FormLeaf, 'kind' | 'ifEmpty'>,
  own: FieldWords,
): FormLeaf {
  const nonNull = outer.anyOf?.filter(({ type }) => type !== 'null') ?? [];
  const isNullable = nonNull.length === 1 && outer.anyOf?.length === 2;
  const shape = isNullable && nonNull[0] ? nonNull[0] : outer;
  const kind = own.kind ?? kindOf(shape, named.name);
  // Only a row can lack a field. An omitted field of any other object keeps its value.
  const mayBeMissing = !isRequired && outer.default === undefined && at.includes('*');
  return {
    ...named,
    kind,
    ifEmpty: isNullable ? 'null' : mayBeMissing ? 'nothing' : 'text',
    defaultValue: outer.default,
    maxLength: shape.maxLength,
    options: (shape.enum ?? []).map(String),
    hasNumbers: shape.items?.type === 'integer' || shape.items?.type === 'number',
    emptyEntry: own.emptyEntry,
  };
}

const KINDS: Partial<Record<string, LeafKind>> = { integer: 'number', number: 'number', boolean: 'yes-no' };

function kindOf(shape: Shape, name: string): LeafKind {
  if (shape.enum?.every((option) => typeof option === 'string')) return 'choice';
  if (shape.type === 'integer' && name.endsWith('Paise')) return 'rupees';
  if (shape.type === 'integer' && name.endsWith('Bp')) return 'percent';
  const isPlainList = ['string', 'integer', 'number'].includes(shape.items?.type ?? '');
  if (shape.type === 'array' && isPlainList) return shape.items?.pattern?.includes('woff2') ? 'fonts' : 'lines';
  if (shape.type !== 'string') {
    const kind = KINDS[shape.type ?? ''];
    if (!kind) throw new Error(`There is no form field for ${name}: ${JSON.stringify(shape)}`);
    return kind;
  }
  if (shape.pattern === '^#[0-9a-f]{6}$') return 'color';
  if (shape.pattern?.includes('avif')) return 'picture';
  return shape.format === 'date' ? 'date' : 'text';
}
