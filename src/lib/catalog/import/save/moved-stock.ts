import type { VariantRecord } from '#lib/catalog/import/record/catalog-record.ts';
import type { PlannedSide } from '#lib/catalog/import/record/planned-entry.ts';

/**
 * The product as it will be written while the shop sells: where the stock changes, it changes by the difference that was
 * shown, so no piece that was sold meanwhile comes back. A cut that was sold meanwhile from cloth whose stock changes
 * can't be computed; then it returns undefined. `now` has the variants as they are.
 */
export function withStockOf(now: PlannedSide, before: PlannedSide, after: PlannedSide): PlannedSide | undefined {
  const [nowOf, beforeOf] = [variantsById(now), variantsById(before)];
  const isSameUnit = before.record.sell_unit === after.record.sell_unit;
  const variants: VariantRecord[] = [];
  for (const [at, variant] of after.record.variants.entries()) {
    const id = after.ids[at] ?? -1;
    const [current, shown] = [nowOf.get(id), beforeOf.get(id)];
    const moved = current && shown ? movedStock(current, shown, variant, isSameUnit) : variant;
    if (!moved) return undefined;
    variants.push(moved);
  }
  const sold = after.record.sold === before.record.sold ? now.record.sold : after.record.sold;
  return { ...after, record: { ...after.record, sold, variants } };
}

function variantsById({ record, ids }: PlannedSide): Map<number, VariantRecord> {
  return new Map(record.variants.map((variant, at) => [ids[at] ?? -1, variant]));
}

function movedStock(
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

function isSameStock(one: VariantRecord, other: VariantRecord): boolean {
  return one.quantity === other.quantity && (one.bolts ?? []).join() === (other.bolts ?? []).join();
}

/** The product without what a sale changes, as text that can be compared. */
export function unsoldText({ record, ids }: PlannedSide): string {
  const { sold: _sold, variants, ...fields } = record;
  const others = variants.map(({ quantity: _quantity, bolts: _bolts, ...variant }) => sortedText(variant));
  return JSON.stringify([sortedText(fields), others, ids]);
}

/** The same for records whose keys have another order, as those from JSON without undefined fields. */
function sortedText(fields: object): string {
  const known = Object.entries(fields).filter(([, value]) => value !== undefined);
  return JSON.stringify(known.sort(([a], [b]) => (a < b ? -1 : 1)));
}
