import { leftToPack, type PackLine } from '#lib/sales/orders/packing/pack-lines.ts';

export interface PickRow {
  shelf: string | null;
  name: string;
  variant: string;
  sku: string | null;
  sellUnit: PackLine['sellUnit'];
  /** The quantity, in pieces or centimetres. */
  quantity: number;
  /**
   * The lengths of cloth, each with the bolt from which it is cut and the number of its order; an empty array for
   * pieces.
   */
  cuts: { lengthCm: number; boltPosition: number | null; orderNumber: string }[];
  /** The numbers of the orders that contain the item, each number once. */
  orderNumbers: string[];
}

const NAME_COLLATOR = new Intl.Collator('en-IN', { numeric: true, sensitivity: 'base' });

/**
 * Returns the items that are still to be picked for several orders, added up by variant and sorted by shelf. Items
 * without a shelf come last.
 */
export function pickList(orders: readonly { number: string; lines: readonly PackLine[] }[]): PickRow[] {
  const rows = new Map<string, PickRow>();
  for (const { number, lines } of orders)
    for (const line of lines) {
      const quantity = leftToPack(line);
      if (quantity === 0) continue;
      const { variantId, shelf, name, variant, sku, sellUnit, boltPosition } = line;
      const key = `${variantId} ${name} ${variant}`;
      const row = rows.get(key) ?? { shelf, name, variant, sku, sellUnit, quantity: 0, cuts: [], orderNumbers: [] };
      row.quantity += quantity;
      if (sellUnit === 'metre') row.cuts.push({ lengthCm: quantity, boltPosition, orderNumber: number });
      if (!row.orderNumbers.includes(number)) row.orderNumbers.push(number);
      rows.set(key, row);
    }
  const sortedRows = [...rows.values()].sort(
    (a, b) =>
      Number(a.shelf === null) - Number(b.shelf === null) ||
      NAME_COLLATOR.compare(a.shelf ?? '', b.shelf ?? '') ||
      NAME_COLLATOR.compare(`${a.name} ${a.variant}`, `${b.name} ${b.variant}`),
  );
  for (const { cuts } of sortedRows) cuts.sort((a, b) => (a.boltPosition ?? -1) - (b.boltPosition ?? -1));
  return sortedRows;
}
