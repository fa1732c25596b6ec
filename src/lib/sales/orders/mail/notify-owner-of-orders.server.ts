import type { DeductedStock } from '#lib/catalog/inventory/stock.server.ts';
import type { Tx } from '#lib/platform/db/db.server.ts';
import type { OrderLineTable } from '#lib/platform/db/tables/orders.ts';
import { stockText, toCm } from '#lib/primitives/metres.ts';
import type { OrderAddress } from '#lib/sales/address/address.ts';
import type { OrderShop } from '#lib/sales/orders/mail/order-mail.server.ts';
import type { OrderRow } from '#lib/sales/orders/record/change-order.server.ts';
import { goodsName, goodsText } from '#lib/sales/orders/record/goods-name.ts';
import { orderThread } from '#lib/sales/orders/record/order-recipient.server.ts';
import { paymentName } from '#lib/sales/orders/record/orders.ts';
import { priceText } from '#lib/shop/money/price-text.ts';
import { notifyOwner } from '#lib/shop/owner-notices/notify-owner.server.ts';
import { shopSettings } from '#lib/shop/settings/shop-settings.server.ts';

/** Notifies the owner of a placed order. Must not be called for an order that is waiting for an online payment. */
export function notifyNewOrder(
  tx: Tx,
  { db, now }: Pick<OrderShop, 'db' | 'now'>,
  order: OrderRow,
  lines: readonly OrderLineTable[],
): Promise<void> {
  const { city, pincode }: OrderAddress = JSON.parse(order.address_json);
  const goods = lines.map((line) => ({
    what: goodsText(line),
    notes: line.sku === null ? [] : [line.sku],
    amount: priceText(line.total_paise),
  }));
  const sums = [{ label: 'Total', amount: priceText(order.total_paise), isTotal: true }];
  const notice = {
    heading: `New order ${order.number}, ${priceText(order.total_paise)}`,
    lines: [
      `${paymentName(order)}, to ${city} ${pincode}.`,
      ...(order.awaits_confirmation === 1 ? ['The order waits until the customer has confirmed it.'] : []),
    ],
    sheet: { goods, sums, facts: [] },
    command: `orders show ${order.number}`,
    thread: orderThread(order.id),
  };
  return notifyOwner(tx, db, 'newOrder', notice, now());
}

/**
 * Notifies the owner that the customer has cancelled an order, so that nobody packs it. Must be called only if the
 * owner was notified of the order when it was placed.
 */
export function notifyCancelled(
  tx: Tx,
  { db, now }: Pick<OrderShop, 'db' | 'now'>,
  { id, number }: Pick<OrderRow, 'id' | 'number'>,
  owedPaise: number,
): Promise<void> {
  const refundLines = owedPaise > 0 ? [`A refund of ${priceText(owedPaise)} is due.`] : [];
  const notice = {
    heading: `Order ${number} was cancelled by the customer`,
    lines: ['Its goods are back in stock.', ...refundLines],
    command: owedPaise > 0 ? `orders refund ${number}` : `orders show ${number}`,
    thread: orderThread(id),
  };
  return notifyOwner(tx, db, 'newOrder', notice, now());
}

/**
 * Notifies the owner of a problem with a payment. `message` is a sentence about the payment, for example that a refund
 * is due.
 */
export function notifyPaymentTrouble(
  tx: Tx,
  { db, now }: Pick<OrderShop, 'db' | 'now'>,
  order: Pick<OrderRow, 'id' | 'number'>,
  message: string,
): Promise<void> {
  const notice = {
    heading: `A payment for order ${order.number} needs your attention`,
    lines: [message],
    command: `orders show ${order.number}`,
    thread: orderThread(order.id),
  };
  return notifyOwner(tx, db, 'paymentTrouble', notice, now());
}

/**
 * Notifies the owner if the order line has reduced the stock of an item to the owner's threshold or below it, or has
 * sold out the item.
 */
export async function notifyLowStock(
  tx: Tx,
  { db, now }: Pick<OrderShop, 'db' | 'now'>,
  line: Pick<OrderLineTable, 'name' | 'variant' | 'sku' | 'slug' | 'sell_unit' | 'quantity' | 'variant_id'>,
  { remaining }: DeductedStock,
): Promise<void> {
  const { lowPieces, lowMetres } = shopSettings(db).ownerMails;
  const threshold = line.sell_unit === 'metre' ? toCm(lowMetres) : lowPieces;
  const isSoldOut = remaining === 0;
  if (!isSoldOut && (remaining > threshold || remaining + line.quantity <= threshold)) return;
  const amount = stockText(line.sell_unit, remaining);
  const notice = {
    heading: isSoldOut ? `Sold out: ${goodsName(line)}` : `Only ${amount} left: ${goodsName(line)}`,
    lines: line.sku === null ? [] : [line.sku],
    command: `stock show ${line.sku ?? line.slug}`,
    thread: `stock:${line.variant_id}`,
  };
  await notifyOwner(tx, db, 'lowStock', notice, now());
}
