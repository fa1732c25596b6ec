import type { Tx } from '#lib/platform/db/db.server.ts';
import { codeKey } from '#lib/sales/orders/packing/match-scan.ts';
import { expectedGoods, type PackLine } from '#lib/sales/orders/packing/pack-lines.ts';
import type { OrderRow } from '#lib/sales/orders/record/change-order.server.ts';
import { goodsName } from '#lib/sales/orders/record/goods-name.ts';

/** The order with this number, unless it is the order that is being packed. */
export function otherOrder(
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
 * The message for a scanned code that the order does not contain: which goods it belongs to, and which are expected.
 */
export async function unexpectedCodeMessage(tx: Tx, code: string, lines: readonly PackLine[]): Promise<string> {
  const scanned = code.trim();
  const expected = expectedGoods(lines);
  const next = expected ? `Expected: ${expected}.` : 'Everything is packed.';
  const found = await tx
    .selectFrom('variant')
    .innerJoin('product', 'product.id', 'product_id')
    .select(['variant.id', 'product_id', 'product.name', 'variant.name as variant'])
    .where((eb) => eb.or([eb('sku', 'in', [scanned, codeKey(scanned)]), eb('barcode', '=', scanned)]))
    .limit(1)
    .executeTakeFirst();
  if (!found) return `No product has the code ${scanned}. ${next}`;
  const isSibling = lines.some(({ name }) => name === found.name);
  return `${isSibling ? 'Wrong variant' : 'Not in this order'}: ${scanned} is ${goodsName(found)}. ${next}`;
}
