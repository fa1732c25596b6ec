import { isGtin } from '#lib/catalog/feeds/gtin.ts';
import type { Tx } from '#lib/platform/db/db.server.ts';
import { boltName, metresText, stockText } from '#lib/primitives/metres.ts';
import { expectedGoodsText, leftToPack, type PackLine } from '#lib/sales/orders/packing/pack-lines.ts';
import type { OrderRow } from '#lib/sales/orders/record/change-order.server.ts';
import { goodsName } from '#lib/sales/orders/record/goods-name.ts';

/**
 * Finds the order whose number is the code; returns undefined if there is no such order, or if this order is being
 * packed.
 */
export function findOtherOrder(
  tx: Tx,
  code: string,
  orderId: string,
): Promise<Pick<OrderRow, 'id' | 'number'> | undefined> {
  return tx
    .selectFrom('orders')
    .select(['id', 'number'])
    .where('number', '=', codeKey(code))
    .where('id', '!=', orderId)
    .executeTakeFirst();
}

/**
 * Returns the message for a scanned code that is not in the order. The message names the goods to which the code
 * belongs, and the expected goods.
 */
export async function unexpectedCodeMessage(tx: Tx, code: string, lines: readonly PackLine[]): Promise<string> {
  const scannedCode = code.trim();
  const expectedText = expectedGoodsText(lines);
  const expectation = expectedText ? `Expected: ${expectedText}.` : 'Everything is packed.';
  const variant = await tx
    .selectFrom('variant')
    .innerJoin('product', 'product.id', 'product_id')
    .select(['product.name', 'variant.name as variant'])
    .where((eb) => eb.or([eb('sku', 'in', [scannedCode, codeKey(scannedCode)]), eb('barcode', '=', scannedCode)]))
    .limit(1)
    .executeTakeFirst();
  if (!variant) return `No product has the code ${scannedCode}. ${expectation}`;
  const isOtherVariant = lines.some(({ name }) => name === variant.name);
  return `${isOtherVariant ? 'Wrong variant' : 'Not in this order'}: ${scannedCode} is ${goodsName(variant)}. ${expectation}`;
}

export type ScanMatch =
  | { kind: 'line'; line: PackLine }
  | { kind: 'order' }
  | { kind: 'refused'; message: string }
  /** The code does not belong to any goods of this order. */
  | { kind: 'unknown' };

/**
 * Finds the line of an order to which a scanned code belongs. The code may be an SKU, a barcode, the label of a bolt
 * such as `TC/2`, or the number of the order.
 */
export function matchScan(code: string, orderNumber: string, lines: readonly PackLine[]): ScanMatch {
  const scannedKey = codeKey(code);
  if (scannedKey === codeKey(orderNumber)) return { kind: 'order' };
  const exactLines = lines.filter(({ codes }) => codes.some((candidate) => codeKey(candidate) === scannedKey));
  if (exactLines.length > 0) return matchIncompleteLine(code, exactLines);
  const labelMatch = /^(.+)\/(\d{1,4})$/.exec(scannedKey);
  const clothLines = labelMatch
    ? lines.filter(
        ({ sellUnit, codes }) =>
          sellUnit === 'metre' && codes.some((candidate) => codeKey(candidate) === labelMatch[1]),
      )
    : [];
  return clothLines.length > 0 ? matchBolt(code, clothLines, Number(labelMatch?.[2]) - 1) : { kind: 'unknown' };
}

/**
 * Returns the code in canonical form, because scanners differ in the case of letters and in the leading zeros of a
 * GTIN.
 */
export function codeKey(code: string): string {
  const upperCode = code.trim().toUpperCase();
  return isGtin(upperCode) ? upperCode.replace(/^0+/, '') : upperCode;
}

/** Returns the first line that is not complete; refuses the code if all lines are complete. */
function matchIncompleteLine(code: string, lines: readonly PackLine[]): ScanMatch {
  const line = lines.find((candidate) => leftToPack(candidate) > 0);
  if (line) return { kind: 'line', line };
  const orderedQuantity = lines.reduce((sum, { quantity }) => sum + quantity, 0);
  const name = lines[0] ? goodsName(lines[0]) : '';
  const quantityText = stockText(lines[0]?.sellUnit ?? 'piece', orderedQuantity);
  return { kind: 'refused', message: `One too many: ${code} ${name} is already complete (${quantityText}).` };
}

/**
 * Returns the line that is cut from the scanned bolt; refuses any other bolt. The stock was deducted from one bolt when
 * the order was placed, so the cloth must be cut from that bolt.
 */
function matchBolt(code: string, lines: readonly PackLine[], position: number): ScanMatch {
  const plannedLine = lines.find((line) => line.boltPosition === position && leftToPack(line) > 0);
  if (plannedLine) return { kind: 'line', line: plannedLine };
  const incompleteLine = lines.find((line) => leftToPack(line) > 0);
  if (!incompleteLine) return matchIncompleteLine(code, lines);
  const expectedBolt = incompleteLine.boltPosition === null ? 'another bolt' : boltName(incompleteLine.boltPosition);
  const length = metresText(leftToPack(incompleteLine));
  const bolt = incompleteLine.bolts.find((candidate) => candidate.position === position);
  if (!bolt) return { kind: 'refused', message: `${code}: there is no such bolt. Cut ${length} from ${expectedBolt}.` };
  const isShort = bolt.lengthCm < leftToPack(incompleteLine);
  const reason = isShort
    ? `has only ${metresText(bolt.lengthCm)} left`
    : 'is not the bolt that is reserved for this order';
  const problem = isShort ? 'Too short' : 'Wrong bolt';
  return {
    kind: 'refused',
    message: `${problem}: ${boltName(position)} ${reason}. Cut ${length} from ${expectedBolt}.`,
  };
}
