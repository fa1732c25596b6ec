import type { ProductRecord, VariantRecord } from '#lib/catalog/import/record/catalog-record.ts';

export interface FieldChange {
  field: string;
  from: string;
  to: string;
}

const MAX_LENGTH = 60;
const NOTHING = '–';

/**
 * Returns the changes to each field, to the order of variants, and new and removed variants. Both records must be
 * canonical. `from` contains the index in `before` for each variant in `after`, or undefined for a new variant.
 */
export function productChanges(
  before: ProductRecord,
  after: ProductRecord,
  from: readonly (number | undefined)[],
): FieldChange[] {
  const { variants: oldVariants, ...oldFields } = before;
  const { variants, ...fields } = after;
  const keptIndexes = new Set(from);
  return [
    ...fieldChanges(oldFields, fields),
    ...variants.flatMap((variant, newIndex) => {
      const index = from[newIndex];
      const oldVariant = index === undefined ? undefined : oldVariants[index];
      if (!oldVariant) return [{ field: nameOf(variant), from: NOTHING, to: `new, ${formatStock(variant, after)}` }];
      return fieldChanges(oldVariant, variant).map((change) => ({
        ...change,
        field: `${nameOf(oldVariant)} ${change.field}`,
      }));
    }),
    ...orderChange(before, after, from),
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
  from: readonly (number | undefined)[],
): FieldChange[] {
  const indexes = from.filter((index) => index !== undefined);
  if (indexes.every((index, position) => position === 0 || index > (indexes[position - 1] ?? -1))) return [];
  const names = (variants: VariantRecord[]) => variants.map(nameOf).join(', ');
  const [a, b] = excerpts(names(before.variants), names(after.variants));
  return [{ field: 'order of variants', from: a, to: b }];
}

function nameOf({ sku, values = {} }: VariantRecord): string {
  return (sku ?? Object.values(values).join('/')) || 'variant';
}

function formatStock({ quantity }: VariantRecord, { sell_unit }: ProductRecord): string {
  return `${quantity}${sell_unit === 'metre' ? ' m' : ''} in stock`;
}

function textOf(value: unknown): string {
  if (value === undefined || value === null || value === '') return NOTHING;
  if (Array.isArray(value)) return value.map(listedText).join(', ') || NOTHING;
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** Returns the text of an entry in a list. The text of a picture is its `src` with its description and colour. */
function listedText(value: unknown): string {
  if (typeof value !== 'object' || value === null) return String(value);
  const { src, alt, color } = value as { src?: unknown; alt?: unknown; color?: unknown };
  if (typeof src !== 'string') return JSON.stringify(value);
  return `${src} (${[alt, color].filter(Boolean).join(', ')})`;
}

function excerpts(a: string, b: string): [string, string] {
  if (a.length <= MAX_LENGTH && b.length <= MAX_LENGTH) return [a, b];
  let position = 0;
  while (position < a.length && a[position] === b[position]) position++;
  const start = Math.max(0, position - 10);
  const cut = (text: string) => {
    const part = text.slice(start, start + MAX_LENGTH).replaceAll('\n', ' ');
    return `${start > 0 ? '…' : ''}${part}${start + MAX_LENGTH < text.length ? '…' : ''}`;
  };
  return [cut(a), cut(b)];
}
