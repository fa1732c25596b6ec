import type { ProductRecord, VariantRecord } from '#lib/catalog/import/record/catalog-record.ts';

export interface FieldChange {
  field: string;
  from: string;
  to: string;
}

const MAX_LENGTH = 60;
const NOTHING = '–';

/**
 * The changes of each field; both records must be canonical. `from` has the index of the old variant for each new one.
 */
export function productChanges(
  before: ProductRecord,
  after: ProductRecord,
  from: readonly (number | undefined)[],
): FieldChange[] {
  const { variants: old, ...oldFields } = before;
  const { variants, ...fields } = after;
  const remaining = new Set(from);
  return [
    ...fieldChanges(oldFields, fields),
    ...variants.flatMap((variant, at) => {
      const index = from[at];
      const oldVariant = index === undefined ? undefined : old[index];
      if (!oldVariant) return [{ field: nameOf(variant), from: NOTHING, to: `new, ${formatStock(variant, after)}` }];
      return fieldChanges(oldVariant, variant).map((change) => ({
        ...change,
        field: `${nameOf(oldVariant)} ${change.field}`,
      }));
    }),
    ...orderChange(before, after, from),
    ...old.flatMap((variant, index) =>
      remaining.has(index) ? [] : [{ field: nameOf(variant), from: formatStock(variant, before), to: 'removed' }],
    ),
  ];
}

export function fieldChanges(before: object, after: object): FieldChange[] {
  const old = new Map<string, unknown>(Object.entries(before));
  const next = new Map<string, unknown>(Object.entries(after));
  return [...new Set([...old.keys(), ...next.keys()])].flatMap((field) => {
    const [a, b] = [textOf(old.get(field)), textOf(next.get(field))];
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
  if (indexes.every((index, at) => at === 0 || index > (indexes[at - 1] ?? -1))) return [];
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

/** Names a picture by its file. */
function listedText(value: unknown): string {
  if (typeof value !== 'object' || value === null) return String(value);
  const { src, alt, color } = value as { src?: unknown; alt?: unknown; color?: unknown };
  if (typeof src !== 'string') return JSON.stringify(value);
  return `${src} (${[alt, color].filter(Boolean).join(', ')})`;
}

function excerpts(a: string, b: string): [string, string] {
  if (a.length <= MAX_LENGTH && b.length <= MAX_LENGTH) return [a, b];
  let at = 0;
  while (at < a.length && a[at] === b[at]) at++;
  const start = Math.max(0, at - 10);
  const cut = (text: string) => {
    const part = text.slice(start, start + MAX_LENGTH).replaceAll('\n', ' ');
    return `${start > 0 ? '…' : ''}${part}${start + MAX_LENGTH < text.length ? '…' : ''}`;
  };
  return [cut(a), cut(b)];
}
