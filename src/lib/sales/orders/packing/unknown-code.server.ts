import type { Tx } from '#lib/platform/db/db.server.ts';
import { codeKey } from '#lib/sales/orders/packing/match-scan.ts';
import { expectedGoodsText, type PackLine } from '#lib/sales/orders/packing/pack-lines.ts';
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
    .select(['variant.id', 'product_id', 'product.name', 'variant.name as variant'])
    .where((eb) => eb.or([eb('sku', 'in', [scannedCode, codeKey(scannedCode)]), eb('barcode', '=', scannedCode)]))
    .limit(1)
    .executeTakeFirst();
  if (!variant) return `No product has the code ${scannedCode}. ${expectation}`;
  const isOtherVariant = lines.some(({ name }) => name === variant.name);
  return `${isOtherVariant ? 'Wrong variant' : 'Not in this order'}: ${scannedCode} is ${goodsName(variant)}. ${expectation}`;
}
