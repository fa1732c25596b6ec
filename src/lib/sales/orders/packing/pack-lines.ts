import { amountText, boltName, type SellUnit } from '#lib/primitives/metres.ts';
import { goodsName } from '#lib/sales/orders/record/goods-name.ts';

/** A line of an order that is being packed. The quantity excludes items that were removed from the order. */
export interface PackLine {
  position: number;
  variantId: number;
  name: string;
  variant: string;
  sku: string | null;
  /** The codes that identify these goods: the SKU as ordered, the current SKU and the barcode. */
  codes: readonly string[];
  shelf: string | null;
  picture: string | null;
  sellUnit: SellUnit;
  quantity: number;
  packedQuantity: number;
  boltPosition: number | null;
  /** The bolts of the variant, with the length in centimetres that is left after all orders. */
  bolts: readonly { position: number; lengthCm: number }[];
  isPreOrdered: boolean;
}

export function leftToPack({ quantity, packedQuantity }: Pick<PackLine, 'quantity' | 'packedQuantity'>): number {
  return Math.max(0, quantity - packedQuantity);
}

/** Returns the quantity that one scan packs: one piece, or the whole length of cloth that is left to pack. */
export function scanStep(line: Pick<PackLine, 'sellUnit' | 'quantity' | 'packedQuantity'>): number {
  return line.sellUnit === 'metre' ? leftToPack(line) : 1;
}

export function isAllPacked(lines: readonly PackLine[]): boolean {
  return lines.every((line) => leftToPack(line) === 0);
}

/** Returns a string such as "2 of 3 packed" or "2.5 m to cut from bolt 1". */
export function packText(line: PackLine): string {
  const { sellUnit, quantity, packedQuantity, boltPosition } = line;
  const remainingQuantity = leftToPack(line);
  if (packedQuantity > quantity)
    return `${amountText(sellUnit, packedQuantity - quantity)} too many: take out the excess`;
  if (remainingQuantity === 0) return 'Packed';
  if (sellUnit === 'piece') return `${packedQuantity} of ${quantity} packed`;
  return `${amountText(sellUnit, remainingQuantity)} to cut${boltPosition === null ? '' : ` from ${boltName(boltPosition)}`}`;
}

/**
 * Returns the goods that are left to pack, as a text for messages: the SKUs and names of up to three lines, and the
 * number of the other lines.
 */
export function expectedGoodsText(lines: readonly PackLine[]): string {
  const incompleteLines = lines.filter((line) => leftToPack(line) > 0);
  const names = incompleteLines.slice(0, 3).map((line) => `${line.sku ?? 'without SKU'} ${goodsName(line)}`);
  return incompleteLines.length > 3 ? `${names.join(', ')} and ${incompleteLines.length - 3} more` : names.join(', ');
}
