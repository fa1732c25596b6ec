import { withStoredFiles } from '#lib/customers/support/attachments.server.ts';
import type { ShopDatabase, Tx } from '#lib/platform/db/db.server.ts';
import type { ExchangeState } from '#lib/platform/db/tables/exchange.ts';
import { transaction } from '#lib/platform/db/transaction.server.ts';
import { isShopError, ShopError } from '#lib/platform/errors/shop-error.ts';
import type { UploadedFile } from '#lib/platform/files/storage/upload.ts';
import {
  type ProcessedAction,
  recordProcessedAction,
  wasProcessed,
} from '#lib/platform/http/endpoint/processed-actions.server.ts';
import type { Networks } from '#lib/platform/http/network/network.ts';
import { spendBudgets } from '#lib/platform/http/network/rate-limit.server.ts';
import type { Shop } from '#lib/platform/shop.server.ts';
import { newId } from '#lib/platform/tokens.server.ts';
import { DAY_MS } from '#lib/primitives/durations.ts';
import type { ExchangeInput } from '#lib/sales/exchanges/exchange.schema.ts';
import { ALREADY_REQUESTED, exchangeRefusal, NOTHING_LEFT } from '#lib/sales/exchanges/exchange.ts';
import { remainingLines, writeExchangeLines } from '#lib/sales/exchanges/exchange-lines.server.ts';
import { type ExchangeShop, mailExchange, notifyExchangeRequest } from '#lib/sales/exchanges/exchange-mail.server.ts';
import { orderBudgets } from '#lib/sales/orders/holds/order-budget.server.ts';
import { type OrderViewer, ownOrder } from '#lib/sales/orders/own-order.server.ts';
import { addOrderEvent, type OrderRow } from '#lib/sales/orders/record/change-order.server.ts';
import { hashText } from '#lib/sales/orders/record/idempotency.server.ts';

type RequestShop = ExchangeShop & Pick<Shop, 'files'>;
const TOO_MANY_REQUESTS = 'That was a lot of requests for one day. Please try again tomorrow.';
const OPEN_STATES: ExchangeState[] = ['requested', 'approved'];
/** The limit for each order, because several people may have the link to the order. */
const REQUESTS_PER_DAY = 20;

/**
 * Reads the order. Called before the body of the request is read, so that pictures are received only for an order that
 * can be exchanged. Throws `not_found` if the order is not the viewer's, and `conflict` if the order's state or the
 * time doesn't allow an exchange.
 */
export async function exchangeableOrder(
  shop: Pick<ExchangeShop, 'db' | 'now' | 'secretKey'>,
  viewer: OrderViewer,
  orderId: string,
): Promise<OrderRow> {
  const order = await ownOrder(shop, orderId, viewer);
  const refusal = exchangeRefusal(order, shop.now());
  if (refusal) throw new ShopError('conflict', refusal);
  return order;
}

/**
 * Reads the order. Throws `not_found` if the order is not the viewer's, and `conflict` if the order's state or the time
 * doesn't allow an exchange, if a request is open, or if nothing is left to exchange.
 */
export async function orderForExchange(
  shop: Pick<ExchangeShop, 'db' | 'now' | 'secretKey'>,
  viewer: OrderViewer,
  orderId: string,
): Promise<OrderRow> {
  const order = await exchangeableOrder(shop, viewer, orderId);
  if (await openExchange(shop.db, orderId)) throw new ShopError('conflict', ALREADY_REQUESTED);
  const lines = await remainingLines(shop.db.write, orderId);
  if (lines.length === 0) throw new ShopError('conflict', NOTHING_LEFT);
  return order;
}

async function openExchange(db: ShopDatabase, orderId: string): Promise<{ _id: string } | undefined> {
  return db.write
    .selectFrom('exchange')
    .select('id as _id')
    .where('order_id', '=', orderId)
    .where('state', 'in', OPEN_STATES)
    .executeTakeFirst();
}

/**
 * Counts the request towards the limits for orders, because a request also sends an email to the buyer. Throws
 * `too_many` if a limit is exceeded.
 */
export function countExchange(
  shop: Pick<Shop, 'db' | 'now'> & { settings: Pick<Shop['settings'], 'guestOrders'> },
  order: Pick<OrderRow, 'id' | 'email' | 'customer_id'>,
  networks: Networks | undefined,
): Promise<void> {
  return transaction(shop.db, async (tx) => {
    const exchangeBudget = { key: `exchanges-of:${order.id}`, max: REQUESTS_PER_DAY, windowMs: DAY_MS };
    const buyerBudgets = await orderBudgets(tx, { ...order, networks }, shop.settings.guestOrders);
    await spendBudgets({ db: { write: tx }, now: shop.now }, [exchangeBudget, ...buyerBudgets], TOO_MANY_REQUESTS);
  });
}

/**
 * Saves a request for an exchange, and returns its id. While the request is open, repeating it returns the same id.
 * Throws `not_found` if the order is not the viewer's, `conflict` if the order can't be exchanged now or a replacement
 * is not in stock, and `invalid` if an item, a quantity or a replacement is not possible.
 */
export async function requestExchange(
  shop: RequestShop,
  viewer: OrderViewer,
  input: ExchangeInput,
  images: UploadedFile[],
): Promise<{ _id: string }> {
  const content = JSON.stringify([
    ...[input.reasons, input.customReason, input.hasOriginalPackaging, images.length],
    ...(input.lines ? [input.lines] : []),
  ]);
  const ownerId = viewer.customerId ?? 'link';
  const action = { kind: 'request exchange', ownerId, id: `${input.order}:${hashText(content)}` };
  try {
    return await saveRequest(shop, viewer, input, images, action);
  } catch (error) {
    const wasSaved = () => transaction(shop.db, (tx) => wasProcessed(tx, action, shop.now()));
    const isRepeated = isShopError(error) && (await wasSaved());
    const openRequest = isRepeated ? await openExchange(shop.db, input.order) : undefined;
    if (openRequest) return openRequest;
    throw error;
  }
}

async function saveRequest(
  shop: RequestShop,
  viewer: OrderViewer,
  input: ExchangeInput,
  images: UploadedFile[],
  action: ProcessedAction,
): Promise<{ _id: string }> {
  const order = await orderForExchange(shop, viewer, input.order);
  const now = shop.now();
  const id = newId();
  return withStoredFiles(shop.files, images, (storedImages) =>
    transaction(shop.db, async (tx) => {
      const exchange = await insertExchange(tx, id, order, input, now);
      if (input.lines) await writeExchangeLines(tx, id, order.id, input.lines);
      if (storedImages.length > 0) {
        await tx
          .insertInto('exchange_image')
          .values(storedImages.map((file) => ({ ...file, exchange_id: id })))
          .execute();
      }
      await recordProcessedAction(tx, action, now);
      await addOrderEvent(tx, order.id, now, 'exchange_requested');
      await mailExchange(tx, shop, exchange, now);
      await notifyExchangeRequest(tx, shop, order, input.reasons, now);
      return { _id: id };
    }),
  );
}

async function insertExchange(
  tx: Tx,
  id: string,
  { id: order_id, customer_id }: OrderRow,
  { reasons, customReason, hasOriginalPackaging }: ExchangeInput,
  now: number,
) {
  const exchange = await tx
    .insertInto('exchange')
    .values({
      ...{ id, order_id, customer_id },
      reasons_json: JSON.stringify(reasons),
      custom_reason: customReason,
      has_original_packaging: hasOriginalPackaging === 'true' ? 1 : 0,
      state: 'requested',
      created_at: now,
      updated_at: now,
    })
    .onConflict((on) => on.doNothing())
    .returningAll()
    .executeTakeFirst();
  if (!exchange) throw new ShopError('conflict', ALREADY_REQUESTED);
  return exchange;
}
