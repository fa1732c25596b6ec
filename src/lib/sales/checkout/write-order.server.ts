import { deductStockForEach, refreshStock, type StockChange } from '#lib/catalog/inventory/stock.server.ts';
import type { Tx } from '#lib/platform/db/db.server.ts';
import { preparedQuery } from '#lib/platform/db/prepared-query.server.ts';
import type { OrderLineTable } from '#lib/platform/db/tables/orders.ts';
import { ShopError } from '#lib/platform/errors/shop-error.ts';
import { mailOrderPlaced, needsConfirmation } from '#lib/sales/cash-confirmation/request-confirmation.server.ts';
import { isPlacedImmediately, lineRow, type OrderDraft, orderRow } from '#lib/sales/checkout/order-rows.ts';
import {
  checkHold,
  type HoldBuyer,
  type HoldShop,
  isScarce,
  newHold,
} from '#lib/sales/orders/holds/hold-limits.server.ts';
import { releaseOtherHolds } from '#lib/sales/orders/holds/order-hold.server.ts';
import { countCashOrder } from '#lib/sales/orders/holds/unverified-cash.server.ts';
import { notifyLowStock, notifyNewOrder } from '#lib/sales/orders/mail/notify-owner-of-orders.server.ts';
import { mailOrder } from '#lib/sales/orders/mail/order-mail.server.ts';
import { addOrderEvent, type OrderRow } from '#lib/sales/orders/record/change-order.server.ts';
import { nextOrderNumber } from '#lib/sales/orders/record/number-series.server.ts';
import { preOrderWaitOfLines } from '#lib/sales/orders/record/order-json.ts';
import { SHIP_DATE_CHANGED, SOURCE_NAMES, soldOutMessage } from '#lib/sales/orders/record/orders.ts';
import { shopSettings } from '#lib/shop/settings/shop-settings.server.ts';

/**
 * Saves an order, deducts its stock, and queues its emails. `buyer` is the shopper whose limits apply, or undefined if
 * staff create the order. Throws `conflict` if an item is sold out or the shipping day has changed, `too_many` if the
 * buyer holds too much unpaid or scarce stock, and `unverified` if the buyer must verify the mailbox before placing
 * another cash order.
 */
export async function writeOrder(
  tx: Tx,
  shop: HoldShop,
  draft: OrderDraft,
  buyer: HoldBuyer | undefined,
): Promise<OrderRow> {
  const { orderId, at, cart, manual } = draft;
  const isUnpaid = !isPlacedImmediately(draft);
  // Must precede the stock deduction, because a second attempt may need the items that the first attempt holds.
  if (isUnpaid && buyer) await releaseOtherHolds(tx, buyer.owner, orderId, at);
  const { lines, scarceCount } = await deductStockOfLines(tx, shop, draft);
  checkShippingDay(draft, lines);
  const counts = { line_count: lines.length, scarce_count: scarceCount };
  const isFree = draft.price.totals.totalPaise === 0;
  const needsHold = isUnpaid || (scarceCount > 0 && !isFree);
  const hold = needsHold && buyer ? newHold(shop, orderId, buyer, counts, at) : undefined;
  if (hold) await checkHold(tx, shop, hold, isUnpaid);
  if (cart && cart.coupon_code !== null) {
    await tx.updateTable('cart').set({ coupon_code: null }).where('id', '=', cart.id).execute();
  }
  const number = await nextOrderNumber(tx, shopSettings(shop.db).numbers.order, at);
  const row = orderRow(draft, number, isUnpaid ? at + holdMsOf(shop, draft, scarceCount) : null);
  const order = { ...row, awaits_confirmation: (await needsConfirmation(tx, shop, row, at)) ? 1 : 0 };
  await insertOrder(tx, order);
  await insertLines(tx, lines);
  if (hold) await tx.insertInto('stock_hold').values(hold).execute();
  if (order.payment_status === 'cod' && buyer) await countCashOrder(tx, shop, order, lines, buyer);
  await addOrderEvent(tx, orderId, at, order.order_status, manual && `${SOURCE_NAMES[manual.source]} order`);
  await queueMails(tx, shop, draft, order, lines);
  return order;
}

function holdMsOf({ settings }: HoldShop, { manual }: OrderDraft, scarceCount: number): number {
  if (manual) return manual.holdMs;
  const { holdMs, scarceHoldMs } = settings.holds;
  return scarceCount > 0 ? Math.min(holdMs, scarceHoldMs) : holdMs;
}

async function queueMails(
  tx: Tx,
  shop: HoldShop,
  { manual }: OrderDraft,
  order: OrderRow,
  lines: readonly OrderLineTable[],
): Promise<void> {
  if (order.order_status === 'placed') {
    // A customer who leaves with the goods gets only the email about the handover.
    if (!manual?.isHandedOver) await mailOrderPlaced(tx, shop, order, lines);
    await notifyNewOrder(tx, shop, order, lines);
  } else if (manual) await mailOrder(tx, shop, order, 'payment_link', { lines });
  // A guest who closes the tab has no other way back to the order.
  else if (order.customer_id === null) await mailOrder(tx, shop, order, 'payment_pending', { lines });
}

/**
 * Throws `conflict` if the shipping day differs from the day that the buyer saw. The last piece in stock may have been
 * sold in the meantime, and a pre-order item may ship much later.
 */
function checkShippingDay({ input: { shipsAt } }: OrderDraft, lines: readonly OrderLineTable[]): void {
  if (shipsAt === undefined || (preOrderWaitOfLines(lines)?.shipsAt ?? null) === shipsAt) return;
  throw new ShopError('conflict', SHIP_DATE_CHANGED);
}

const insertOrder = preparedQuery((db, row: OrderRow) => db.insertInto('orders').values(row));
const insertLines = preparedQuery((db, rows: OrderLineTable[]) => db.insertInto('order_line').values(rows));

async function deductStockOfLines(tx: Tx, shop: HoldShop, { orderId, at, lines, price }: OrderDraft) {
  let scarceCount = 0;
  const changes: StockChange[] = [];
  const rows: OrderLineTable[] = [];
  const deductedStock = await deductStockForEach(tx, lines, { why: 'order', at, orderId });
  for (const [position, line] of lines.entries()) {
    const stock = deductedStock[position];
    if (!stock && line.preOrderAt === null) throw new ShopError('conflict', soldOutMessage(line.name));
    if (stock) {
      changes.push({ productId: line.productId, slug: line.slug, affectsListing: stock.remaining === 0 });
      if (isScarce(shop.settings.holds.scarceShare, line.quantity, stock.remaining)) scarceCount++;
    }
    const row = {
      ...lineRow(orderId, position, line, price),
      taken: stock ? 1 : 0,
      pre_order_at: stock ? null : line.preOrderAt,
      bolt_position: stock?.boltPosition ?? null,
    };
    rows.push(row);
    if (stock) await notifyLowStock(tx, shop, row, stock);
  }
  await refreshStock(tx, changes);
  return { lines: rows, scarceCount };
}
