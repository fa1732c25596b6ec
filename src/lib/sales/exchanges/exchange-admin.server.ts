import { recordAudit } from '#lib/platform/audit/record-audit.server.ts';
import { transaction } from '#lib/platform/db/transaction.server.ts';
import { isShopError } from '#lib/platform/errors/shop-error.ts';
import { DAY_MS, HOUR_MS } from '#lib/primitives/durations.ts';
import { type ChosenExchange, decideExchange } from '#lib/sales/exchanges/decide-exchange.server.ts';
import { RETURN_WITHIN_DAYS, returnDeadline } from '#lib/sales/exchanges/exchange.ts';
import {
  releaseReplacements,
  reserveReplacements,
  restockReturnedGoods,
} from '#lib/sales/exchanges/exchange-goods.server.ts';
import type { ExchangeShop } from '#lib/sales/exchanges/exchange-mail.server.ts';
import type { Swaps } from '#lib/sales/exchanges/exchange-options.ts';
import type { AdminExchange } from '#lib/sales/exchanges/read-exchanges.server.ts';
import type { Parcel } from '#lib/sales/orders/move-order.server.ts';

/** The maximum time that `returnDeadline` allows, including the whole last day. */
export const MAX_RETURN_MS = (RETURN_WITHIN_DAYS + 1) * DAY_MS;

/**
 * Approves an exchange, and reserves the replacements. `swaps` overrides the customer's choice. Throws the errors of
 * `decideExchange` and `reserveReplacements`.
 */
export function approveExchange(
  shop: ExchangeShop,
  choice: ChosenExchange,
  swaps: Swaps = new Map(),
): Promise<AdminExchange> {
  return decideExchange(shop, choice, ['requested'], async (tx, exchange, now) => {
    await reserveReplacements(tx, exchange, swaps, now);
    return { state: 'approved', expires_at: returnDeadline(now) };
  });
}

/** Declines an exchange, and returns reserved replacements to stock. Throws the errors of `decideExchange`. */
export function declineExchange(shop: ExchangeShop, choice: ChosenExchange, reason: string): Promise<AdminExchange> {
  return decideExchange(shop, choice, ['requested', 'approved'], async (tx, exchange, now) => {
    await releaseReplacements(tx, exchange, now);
    return { state: 'declined', answer: reason };
  });
}

/**
 * Records that the returned items arrived, and restocks the items unless they are spoilt. Throws the errors of
 * `decideExchange`.
 */
export function receiveExchange(shop: ExchangeShop, choice: ChosenExchange, isSpoilt: boolean): Promise<AdminExchange> {
  return decideExchange(shop, choice, ['approved'], async (tx, exchange, now) => {
    if (!isSpoilt) await restockReturnedGoods(tx, exchange, now);
    return { state: 'received', spoilt: isSpoilt ? 1 : 0 };
  });
}

/** Records that the replacements were shipped. Throws the errors of `decideExchange`. */
export function shipExchange(shop: ExchangeShop, choice: ChosenExchange, parcel: Parcel): Promise<AdminExchange> {
  const { carrier = null, trackingNumber = null, trackingUrl = null } = parcel;
  return decideExchange(shop, choice, ['received'], async (_tx, _exchange, now) => ({
    carrier,
    tracking_number: trackingNumber,
    tracking_url: trackingUrl,
    shipped_at: now,
  }));
}

/** Records that the replacements were delivered. Throws the errors of `decideExchange`. */
export function deliverExchange(shop: ExchangeShop, choice: ChosenExchange): Promise<AdminExchange> {
  return decideExchange(shop, choice, ['shipped'], async (_tx, _exchange, now) => ({ delivered_at: now }));
}

/**
 * If an exchange is overdue by this time or more, it is extended instead of ended. The sweep runs every ten minutes, so
 * such a delay means that the shop was down or its clock was wrong.
 */
const MAX_OVERDUE_MS = HOUR_MS;

/**
 * Ends approved exchanges whose old items did not arrive in time. If an exchange is overdue by `MAX_OVERDUE_MS` or
 * more, gives the customer another day instead. Returns how many exchanges were extended and ended.
 */
export async function sweepExchanges(shop: ExchangeShop): Promise<{ extendedCount: number; expiredCount: number }> {
  return { extendedCount: await extendOverdue(shop), expiredCount: await expireExchanges(shop) };
}

function extendOverdue({ db, now }: ExchangeShop): Promise<number> {
  return transaction(db, async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable('exchange')
      .set({ expires_at: now() + DAY_MS })
      .where('state', '=', 'approved')
      .where('expires_at', '<=', now() - MAX_OVERDUE_MS)
      .executeTakeFirstOrThrow();
    const after = { exchanges: Number(numUpdatedRows) };
    if (after.exchanges > 0)
      await recordAudit(tx, { action: 'extend exchanges', record: { kind: 'exchange', id: '' }, after }, now());
    return after.exchanges;
  });
}

/**
 * Ends approved exchanges whose old items did not arrive in time, and returns the reserved items to stock. Returns the
 * number of ended exchanges.
 */
export async function expireExchanges(shop: ExchangeShop): Promise<number> {
  const overdueExchanges = await shop.db.write
    .selectFrom('exchange')
    .innerJoin('orders', 'orders.id', 'exchange.order_id')
    .select('orders.number')
    .where('exchange.state', '=', 'approved')
    .where('exchange.expires_at', '<=', shop.now())
    .execute();
  let expiredCount = 0;
  for (const { number } of overdueExchanges) {
    try {
      await decideExchange(shop, number, ['approved'], async (tx, exchange, now) => {
        await releaseReplacements(tx, exchange, now);
        return { state: 'expired' };
      });
      expiredCount++;
    } catch (error) {
      // In the meantime, staff have decided on the exchange, or another process has ended it.
      if (!isShopError(error, 'conflict')) throw error;
    }
  }
  return expiredCount;
}
