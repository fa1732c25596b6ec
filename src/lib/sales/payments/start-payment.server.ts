import { sql } from 'kysely';
import type { ShopDatabase, Tx } from '#lib/platform/db/db.server.ts';
import { transaction } from '#lib/platform/db/transaction.server.ts';
import { isShopError } from '#lib/platform/errors/shop-error.ts';
import { newId } from '#lib/platform/tokens.server.ts';
import type { PaymentStart } from '#lib/sales/payments/frame-state.ts';
import { gatewayNamed } from '#lib/sales/payments/gateway.server.ts';
import type { PaymentShop } from '#lib/sales/payments/payments.server.ts';
import type { PayableOrder, ProviderName } from '#lib/sales/payments/payments.ts';

/**
 * The time in ms after which an unfinished start counts as failed. This is longer than a call to a gateway can take,
 * including the wait for other calls.
 */
const MAX_START_MS = 40_000;

/**
 * Returns how far the start of this payment is: whether the gateway has created an order, is creating one, has failed to
 * create one, or was never asked to.
 */
export async function readPaymentStart(
  shop: PaymentShop,
  order: PayableOrder,
  provider: ProviderName,
): Promise<PaymentStart> {
  const attempt = await newestAttempt(shop.db.write, order, provider);
  if (attempt) return { state: 'created', providerOrderId: attempt.provider_order_id };
  const start = await shop.db.write
    .selectFrom('payment_beginning')
    .selectAll()
    .where('order_id', '=', order.id)
    .where('provider', '=', provider)
    .where('amount_paise', '=', order.amountPaise)
    .executeTakeFirst();
  if (!start) return { state: 'none' };
  const isStale = Math.abs(shop.now() - start.begun_at) > MAX_START_MS;
  return { state: start.failed_at !== null || isStale ? 'failed' : 'in_progress' };
}

/** Returns whether the buyer of a placed cash order has started to pay online, but has not completed the payment. */
export async function hasUnfinishedOnlinePayment(
  { write }: Pick<ShopDatabase, 'write'>,
  orderId: string,
): Promise<boolean> {
  const attempt = await write
    .selectFrom('payment_attempt')
    .select('id')
    .where('order_id', '=', orderId)
    .where('purpose', '=', 'instead')
    .where('status', '!=', 'paid')
    .executeTakeFirst();
  const startQuery = write.selectFrom('payment_beginning').select('order_id').where('order_id', '=', orderId);
  return attempt !== undefined || (await startQuery.executeTakeFirst()) !== undefined;
}

function newestAttempt(
  db: Pick<Tx, 'selectFrom'>,
  { id, amountPaise, purpose = 'order', discountPaise = 0 }: PayableOrder,
  provider: ProviderName,
) {
  return db
    .selectFrom('payment_attempt')
    .select('provider_order_id')
    .where('order_id', '=', id)
    .where('provider', '=', provider)
    .where('amount_paise', '=', amountPaise)
    .where('purpose', '=', purpose)
    .where('discount_paise', '=', discountPaise)
    .orderBy('created_at', 'desc')
    .executeTakeFirst();
}

/**
 * Creates an order at the gateway in the background. If the buyer starts the same payment again, this order is reused,
 * so that the gateway rejects a second payment. Throws `not_found` if the shop does not have the gateway.
 */
export async function startPayment(shop: PaymentShop, order: PayableOrder, provider: ProviderName): Promise<void> {
  const gateway = gatewayNamed(shop, provider);
  if (!(await claimPaymentStart(shop, order, provider))) return;
  shop.upstreams.inBackground(`start-payment ${provider} ${order.id}`, async () => {
    try {
      await recordAttempt(shop, order, provider, await gateway.createOrder(order));
    } catch (error) {
      await recordFailedStart(shop, order, provider);
      if (!isShopError(error)) throw error;
    }
  });
}

async function claimPaymentStart(
  { db, now }: PaymentShop,
  order: PayableOrder,
  provider: ProviderName,
): Promise<boolean> {
  const { id, amountPaise } = order;
  const at = now();
  return transaction(db, async (tx) => {
    const { numInsertedOrUpdatedRows } = await tx
      .insertInto('payment_beginning')
      .values({ order_id: id, provider, amount_paise: amountPaise, begun_at: at, failed_at: null })
      .onConflict((conflict) =>
        conflict
          .columns(['order_id', 'provider', 'amount_paise'])
          .doUpdateSet({ begun_at: at, failed_at: null })
          .where(
            sql<boolean>`payment_beginning.failed_at is not null or abs(payment_beginning.begun_at - ${at}) > ${MAX_START_MS}`,
          ),
      )
      .executeTakeFirstOrThrow();
    if ((numInsertedOrUpdatedRows ?? 0n) === 0n) return false;
    // The attempt is read only after the row is claimed, so that an attempt that was recorded since this transaction
    // began is visible.
    if (!(await newestAttempt(tx, order, provider))) return true;
    await clearPaymentStart(tx, id, provider);
    return false;
  });
}

async function clearPaymentStart(tx: Tx, orderId: string, provider: ProviderName): Promise<void> {
  await tx.deleteFrom('payment_beginning').where('order_id', '=', orderId).where('provider', '=', provider).execute();
}

function recordAttempt(
  { db, now }: PaymentShop,
  { id, amountPaise, purpose = 'order', discountPaise = 0 }: PayableOrder,
  provider: ProviderName,
  providerOrderId: string,
): Promise<void> {
  const at = now();
  const attempt = {
    id: newId(),
    order_id: id,
    provider,
    provider_order_id: providerOrderId,
    amount_paise: amountPaise,
    purpose,
    discount_paise: discountPaise,
    status: 'begun' as const,
    created_at: at,
    asked_at: at,
  };
  return transaction(db, async (tx) => {
    await tx.insertInto('payment_attempt').values(attempt).execute();
    await clearPaymentStart(tx, id, provider);
  });
}

async function recordFailedStart(
  { db, now }: PaymentShop,
  { id }: PayableOrder,
  provider: ProviderName,
): Promise<void> {
  await db.write
    .updateTable('payment_beginning')
    .set({ failed_at: now() })
    .where('order_id', '=', id)
    .where('provider', '=', provider)
    .execute();
}
