import type { VariantRecord } from '#lib/catalog/import/record/catalog-record.ts';
import type { ProductSnapshot } from '#lib/catalog/import/record/planned-entry.ts';

/**
 * Applies the planned changes of stock to the `current` stock: a quantity changes by the planned difference, so
 * that pieces sold since the preview stay sold. Returns undefined if that can't be computed, such as for cloth that was
 * cut since.
 */
export function rebaseStock(
  current: ProductSnapshot,
  before: ProductSnapshot,
  after: ProductSnapshot,
): ProductSnapshot | undefined {
  const [currentById, shownById] = [variantsById(current), variantsById(before)];
  const isSameUnit = before.record.sell_unit === after.record.sell_unit;
  const variants: VariantRecord[] = [];
  for (const [at, variant] of after.record.variants.entries()) {
    const id = after.ids[at] ?? -1;
    const [stored, shown] = [currentById.get(id), shownById.get(id)];
    const rebased = stored && shown ? rebasedVariant(stored, shown, variant, isSameUnit) : variant;
    if (!rebased) return undefined;
    variants.push(rebased);
  }
  const sold = after.record.sold === before.record.sold ? current.record.sold : after.record.sold;
  return { ...after, record: { ...after.record, sold, variants } };
}

function variantsById({ record, ids }: ProductSnapshot): Map<number, VariantRecord> {
  return new Map(record.variants.map((variant, at) => [ids[at] ?? -1, variant]));
}

function rebasedVariant(
  current: VariantRecord,
  shown: VariantRecord,
  next: VariantRecord,
  isSameUnit: boolean,
): VariantRecord | undefined {
  if (isSameStock(shown, current)) return next;
  if (!isSameUnit) return undefined;
  if (isSameStock(shown, next)) return withStock(next, current);
  if (next.bolts) return undefined;
  return { ...next, quantity: Math.max(0, current.quantity + next.quantity - shown.quantity) };
}

function withStock(variant: VariantRecord, { quantity, bolts }: VariantRecord): VariantRecord {
  const { bolts: _bolts, ...others } = variant;
  return { ...others, quantity, ...(bolts && { bolts }) };
}

function isSameStock(a: VariantRecord, b: VariantRecord): boolean {
  return a.quantity === b.quantity && (a.bolts ?? []).join() === (b.bolts ?? []).join();
}

/** The product as text for comparison, without the stock and number sold, which sales change. */
export function textWithoutStock({ record, ids }: ProductSnapshot): string {
  const { sold: _sold, variants, ...fields } = record;
  const others = variants.map(({ quantity: _quantity, bolts: _bolts, ...variant }) => sortedText(variant));
  return JSON.stringify([sortedText(fields), others, ids]);
}

/** Does not depend on the order of the keys or on undefined fields, which JSON omits. */
function sortedText(fields: object): string {
  const defined = Object.entries(fields).filter(([, value]) => value !== undefined);
  return JSON.stringify(defined.sort(([a], [b]) => (a < b ? -1 : 1)));
}
