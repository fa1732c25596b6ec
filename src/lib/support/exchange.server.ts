import type { ShopDatabase } from '#lib/db/db.server.ts';
import type { ExchangeState } from '#lib/db/tables/exchange.ts';
import { transaction } from '#lib/db/transaction.server.ts';
import type { UploadedFile } from '#lib/files/upload.ts';
import { type Deed, rememberDeed, wasDoneBefore } from '#lib/http/done-before.server.ts';
import { spendBudgets } from '#lib/http/rate-limit.server.ts';
import { newId } from '#lib/identity/tokens.server.ts';
import { queueMail } from '#lib/mail/outbox.server.ts';
import { provenRecipient } from '#lib/mail/recipient.server.ts';
import { noteEvent, type OrderRow } from '#lib/orders/change-order.server.ts';
import { hashText } from '#lib/orders/idempotency.server.ts';
import { ownBudget } from '#lib/orders/order-budget.server.ts';
import { orderThread } from '#lib/orders/order-recipient.server.ts';
import { ownOrder } from '#lib/orders/own-order.server.ts';
import type { Shop } from '#lib/shop/shop.server.ts';
import { isShopError, ShopError } from '#lib/shop/shop-error.ts';
import { withKeptFiles } from '#lib/support/attachments.server.ts';
import type { ExchangeInput } from '#lib/support/exchange.schema.ts';
import {
  ALREADY_ASKED,
  EXCHANGE_STATES,
  exchangeWindowEnd,
  NOT_DELIVERED,
  WINDOW_OVER,
} from '#lib/support/exchange.ts';

type Parts = Pick<Shop, 'db' | 'files' | 'secretKey' | 'now'>;
const EXCHANGE_TOO_MANY = 'That was a lot of requests for one day. Please try again tomorrow.';
const OPEN: ExchangeState[] = ['requested', 'approved'];

/**
 * Whether this order may be exchanged now: one's own, delivered, until the end of day 7 in IST (product.md). Throws
 * `not_found` or `conflict`, before the body of a request is read; that body tells whether it is the open request once more.
 */
export async function exchangeableOrder(
  shop: Omit<Parts, 'files'>,
  customerId: string,
  orderId: string,
): Promise<OrderRow> {
  const order = await ownOrder(shop, orderId, { customerId });
  const refusal = exchangeRefusal(order, shop.now());
  if (refusal) throw new ShopError('conflict', refusal);
  return order;
}

/** Whether the customer may ask for an exchange of this order: as above, and no other request is open (product.md). */
export async function admitExchange(
  shop: Omit<Parts, 'files'>,
  customerId: string,
  orderId: string,
): Promise<OrderRow> {
  const order = await exchangeableOrder(shop, customerId, orderId);
  if (await openExchange(shop.db, orderId)) throw new ShopError('conflict', ALREADY_ASKED);
  return order;
}

async function openExchange(db: ShopDatabase, orderId: string): Promise<{ _id: string } | undefined> {
  return db.write
    .selectFrom('exchange')
    .select('id as _id')
    .where('order_id', '=', orderId)
    .where('state', 'in', OPEN)
    .executeTakeFirst();
}

/** Why an order can't be exchanged at this moment, as far as the order itself says. */
function exchangeRefusal({ order_status, delivered_at }: OrderRow, now: number): string | undefined {
  if (order_status !== 'delivered' || delivered_at === null) return NOT_DELIVERED;
  return now < exchangeWindowEnd(delivered_at) ? undefined : WINDOW_OVER;
}

/** A request is a mail to the customer, and counts as one of the orders of a day. Throws `too_many`. */
export function countExchange(shop: Pick<Shop, 'db' | 'settings' | 'now'>, customer: { email: string }): Promise<void> {
  const budget = ownBudget(provenRecipient(customer), shop.settings.guestOrders);
  return spendBudgets(shop, [budget], EXCHANGE_TOO_MANY);
}

/**
 * Keeps a request with its pictures and tells the customer by mail (specification, section 7, orderExchange). The open
 * request, sent once more because its answer was lost, is that request.
 */
export async function requestExchange(
  shop: Parts,
  customer: { id: string; email: string },
  input: ExchangeInput,
  images: UploadedFile[],
): Promise<{ _id: string }> {
  const said = JSON.stringify([input.reasons, input.customReason, input.hasOriginalPackaging, images.length]);
  const deed = { what: 'request exchange', who: customer.id, id: `${input.order}:${hashText(said)}` };
  try {
    return await keepRequest(shop, customer, input, images, deed);
  } catch (error) {
    const isSame = isShopError(error) && (await wasDoneBefore(shop.db.write, deed, shop.now()));
    const open = isSame ? await openExchange(shop.db, input.order) : undefined;
    if (open) return open;
    throw error;
  }
}

async function keepRequest(
  shop: Parts,
  customer: { id: string; email: string },
  { order: orderId, reasons, customReason, hasOriginalPackaging }: ExchangeInput,
  images: UploadedFile[],
  deed: Deed,
): Promise<{ _id: string }> {
  const order = await admitExchange(shop, customer.id, orderId);
  const now = shop.now();
  const id = newId();
  return withKeptFiles(shop.files, images, (kept) =>
    transaction(shop.db, async (tx) => {
      const added = await tx
        .insertInto('exchange')
        .values({
          id,
          order_id: orderId,
          customer_id: customer.id,
          reasons_json: JSON.stringify(reasons),
          custom_reason: customReason,
          has_original_packaging: hasOriginalPackaging === 'true' ? 1 : 0,
          state: 'requested',
          answer: null,
          expires_at: null,
          created_at: now,
          updated_at: now,
        })
        .onConflict((on) => on.doNothing())
        .executeTakeFirst();
      if (added.numInsertedOrUpdatedRows !== 1n) throw new ShopError('conflict', ALREADY_ASKED);
      if (kept.length > 0) {
        await tx
          .insertInto('exchange_image')
          .values(kept.map((file) => ({ ...file, exchange_id: id })))
          .execute();
      }
      await rememberDeed(tx, deed, now);
      await noteEvent(tx, orderId, now, 'exchange_requested');
      const heading = `Exchange of order ${order.number}`;
      const content = { heading, lines: [EXCHANGE_STATES.requested, 'We answer within 3-5 business days.'] };
      await queueMail(tx, {
        to: provenRecipient(customer),
        kind: 'exchange',
        subject: heading,
        content,
        now,
        thread: orderThread(orderId),
      });
      return { _id: id };
    }),
  );
}

/** What the page of an order says of its exchange: the latest request, or whether one may be made. */
export async function exchangeOfOrder(
  { db, now }: Pick<Shop, 'db' | 'now'>,
  customerId: string,
  order: OrderRow,
): Promise<{ state?: ExchangeState; answer?: string | null; isPossible: boolean; until: number | undefined }> {
  const latest = await db.write
    .selectFrom('exchange')
    .select(['state', 'answer'])
    .where('order_id', '=', order.id)
    .where('customer_id', '=', customerId)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  const isOpen = latest !== undefined && OPEN.includes(latest.state);
  const isPossible = !isOpen && exchangeRefusal(order, now()) === undefined;
  const until = order.delivered_at === null ? undefined : exchangeWindowEnd(order.delivered_at);
  return { ...latest, isPossible, until };
}
