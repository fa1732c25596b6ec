import type { ProductRecord, VariantRecord } from '#lib/catalog/import/record/catalog-record.ts';

export interface FieldChange {
  field: string;
  from: string;
  to: string;
}

const MAX_EXCERPT_CHARACTERS = 60;
const NOTHING = '–';

/**
 * Returns the changes to each field, to the order of variants, and new and removed variants. Both records must be
 * canonical. `oldIndexes` has the index in `before` of each variant in `after`, or undefined for a new variant.
 */
export function productChanges(
  before: ProductRecord,
  after: ProductRecord,
  oldIndexes: readonly (number | undefined)[],
): FieldChange[] {
  const { variants: oldVariants, ...oldFields } = before;
  const { variants, ...fields } = after;
  const keptIndexes = new Set(oldIndexes);
  return [
    ...fieldChanges(oldFields, fields),
    ...variants.flatMap((variant, newIndex) => {
      const index = oldIndexes[newIndex];
      const oldVariant = index === undefined ? undefined : oldVariants[index];
      if (!oldVariant) return [{ field: nameOf(variant), from: NOTHING, to: `new, ${formatStock(variant, after)}` }];
      return fieldChanges(oldVariant, variant).map((change) => ({
        ...change,
        field: `${nameOf(oldVariant)} ${change.field}`,
      }));
    }),
    ...orderChange(before, after, oldIndexes),
    ...oldVariants.flatMap((variant, index) =>
      keptIndexes.has(index) ? [] : [{ field: nameOf(variant), from: formatStock(variant, before), to: 'removed' }],
    ),
  ];
}

export function fieldChanges(before: object, after: object): FieldChange[] {
  const oldValues = new Map<string, unknown>(Object.entries(before));
  const newValues = new Map<string, unknown>(Object.entries(after));
  return [...new Set([...oldValues.keys(), ...newValues.keys()])].flatMap((field) => {
    const [a, b] = [textOf(oldValues.get(field)), textOf(newValues.get(field))];
    if (a === b) return [];
    const [from, to] = excerpts(a, b);
    return [{ field, from, to }];
  });
}

function orderChange(
  before: ProductRecord,
  after: ProductRecord,
  oldIndexes: readonly (number | undefined)[],
): FieldChange[] {
  const indexes = oldIndexes.filter((index) => index !== undefined);
  if (indexes.every((index, position) => position === 0 || index > (indexes[position - 1] ?? -1))) return [];
  const namesOf = (variants: VariantRecord[]) => variants.map(nameOf).join(', ');
  const [from, to] = excerpts(namesOf(before.variants), namesOf(after.variants));
  return [{ field: 'order of variants', from, to }];
}

function nameOf({ sku, values = {} }: VariantRecord): string {
  return (sku ?? Object.values(values).join('/')) || 'variant';
}

function formatStock({ quantity }: VariantRecord, { sell_unit }: ProductRecord): string {
  return `${quantity}${sell_unit === 'metre' ? ' m' : ''} in stock`;
}

function textOf(value: unknown): string {
  if (value === undefined || value === null || value === '') return NOTHING;
  if (Array.isArray(value)) return value.map(listEntryText).join(', ') || NOTHING;
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** Returns the text of an entry in a list. The text of a picture is its `src` with its alternative text and colour. */
function listEntryText(value: unknown): string {
  if (typeof value !== 'object' || value === null) return String(value);
  const { src, alt, color } = value as { src?: unknown; alt?: unknown; color?: unknown };
  if (typeof src !== 'string') return JSON.stringify(value);
  return `${src} (${[alt, color].filter(Boolean).join(', ')})`;
}

/** Returns the parts of two long texts that begin shortly before their first difference. */
function excerpts(a: string, b: string): [string, string] {
  if (a.length <= MAX_EXCERPT_CHARACTERS && b.length <= MAX_EXCERPT_CHARACTERS) return [a, b];
  let position = 0;
  while (position < a.length && a[position] === b[position]) position++;
  const start = Math.max(0, position - 10);
  const cut = (text: string) => {
    const part = text.slice(start, start + MAX_EXCERPT_CHARACTERS).replaceAll('\n', ' ');
    return `${start > 0 ? '…' : ''}${part}${start + MAX_EXCERPT_CHARACTERS < text.length ? '…' : ''}`;
  };
  return [cut(a), cut(b)];
}
