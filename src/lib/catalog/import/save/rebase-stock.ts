import type { VariantRecord } from '#lib/catalog/import/record/catalog-record.ts';
import type { ProductSnapshot } from '#lib/catalog/import/record/planned-entry.ts';

/**
 * Applies the planned stock changes, from `before` to `after` in the preview, to the `current` stock. A quantity
 * changes by the planned difference, so that pieces that were sold after the preview are not added again. Returns
 * undefined if the new stock can't be computed, for example if the lengths of bolts would change, but cloth was cut
 * after the preview.
 */
export function rebaseStock(
  current: ProductSnapshot,
  before: ProductSnapshot,
  after: ProductSnapshot,
): ProductSnapshot | undefined {
  const [currentById, shownById] = [variantsById(current), variantsById(before)];
  const isSameUnit = before.record.sell_unit === after.record.sell_unit;
  const variants: VariantRecord[] = [];
  for (const [index, variant] of after.record.variants.entries()) {
    const id = after.ids[index] ?? -1;
    const [currentVariant, shownVariant] = [currentById.get(id), shownById.get(id)];
    const newVariant =
      currentVariant && shownVariant ? rebasedVariant(currentVariant, shownVariant, variant, isSameUnit) : variant;
    if (!newVariant) return undefined;
    variants.push(newVariant);
  }
  const sold = after.record.sold === before.record.sold ? current.record.sold : after.record.sold;
  return { ...after, record: { ...after.record, sold, variants } };
}

function variantsById({ record, ids }: ProductSnapshot): Map<number, VariantRecord> {
  return new Map(record.variants.map((variant, index) => [ids[index] ?? -1, variant]));
}

function rebasedVariant(
  currentVariant: VariantRecord,
  shownVariant: VariantRecord,
  newVariant: VariantRecord,
  isSameUnit: boolean,
): VariantRecord | undefined {
  if (isSameStock(shownVariant, currentVariant)) return newVariant;
  if (!isSameUnit) return undefined;
  if (isSameStock(shownVariant, newVariant)) return withStock(newVariant, currentVariant);
  if (newVariant.bolts) return undefined;
  return {
    ...newVariant,
    quantity: Math.max(0, currentVariant.quantity + newVariant.quantity - shownVariant.quantity),
  };
}

function withStock(variant: VariantRecord, { quantity, bolts }: VariantRecord): VariantRecord {
  const { bolts: _bolts, ...others } = variant;
  return { ...others, quantity, ...(bolts && { bolts }) };
}

function isSameStock(a: VariantRecord, b: VariantRecord): boolean {
  return a.quantity === b.quantity && (a.bolts ?? []).join() === (b.bolts ?? []).join();
}

/** Returns the product as text for comparisons, without the stock and the quantity sold, because sales change both. */
export function textWithoutStock({ record, ids }: ProductSnapshot): string {
  const { sold: _sold, variants, ...fields } = record;
  const variantTexts = variants.map(({ quantity: _quantity, bolts: _bolts, ...variant }) => sortedText(variant));
  return JSON.stringify([sortedText(fields), variantTexts, ids]);
}

/** Returns a string that depends neither on the order of the keys nor on undefined fields, which JSON omits. */
function sortedText(fields: object): string {
  const definedEntries = Object.entries(fields).filter(([, value]) => value !== undefined);
  return JSON.stringify(definedEntries.sort(([a], [b]) => (a < b ? -1 : 1)));
}
