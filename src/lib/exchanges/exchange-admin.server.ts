import { decide } from '#lib/exchanges/decide-exchange.server.ts';
import { GOODS_BACK_WITHIN_DAYS, goodsBackUntil } from '#lib/exchanges/exchange.ts';
import { holdNewGoods, putBackOldGoods, releaseGoods } from '#lib/exchanges/exchange-goods.server.ts';
import type { ExchangeShop } from '#lib/exchanges/exchange-mail.server.ts';
import type { AdminExchange } from '#lib/exchanges/read-exchanges.server.ts';
import { DAY_MS } from '#lib/fields/durations.ts';
import type { Parcel } from '#lib/orders/move-order.server.ts';

/** To the end of the last day. */
export const GOODS_BACK_WITHIN_MS = (GOODS_BACK_WITHIN_DAYS + 1) * DAY_MS;

/** `swaps`: old SKU to new SKU. Throws `conflict`, and `invalid` for goods of another price. */
export function approveExchange(
  shop: ExchangeShop,
  number: string,
  swaps: ReadonlyMap<string, string> = new Map(),
): Promise<AdminExchange> {
  return decide(shop, number, ['requested'], async (tx, exchange, now) => {
    await holdNewGoods(tx, exchange, swaps, now);
    return { state: 'approved', expires_at: goodsBackUntil(now) };
  });
}

export function declineExchange(shop: ExchangeShop, number: string, reason: string): Promise<AdminExchange> {
  return decide(shop, number, ['requested', 'approved'], async (tx, exchange, now) => {
    await releaseGoods(tx, exchange, now);
    return { state: 'declined', answer: reason };
  });
}

export function receiveExchange(shop: ExchangeShop, number: string, isSpoilt: boolean): Promise<AdminExchange> {
  return decide(shop, number, ['approved'], async (tx, exchange, now) => {
    if (!isSpoilt) await putBackOldGoods(tx, exchange, now);
    return { state: 'received', spoilt: isSpoilt ? 1 : 0 };
  });
}

export function shipExchange(shop: ExchangeShop, number: string, parcel: Parcel): Promise<AdminExchange> {
  const { carrier = null, trackingNumber = null, trackingUrl = null } = parcel;
  return decide(shop, number, ['received'], async (_tx, _exchange, now) => ({
    ...{ carrier, tracking_number: trackingNumber, tracking_url: trackingUrl },
    shipped_at: now,
  }));
}

export function deliverExchange(shop: ExchangeShop, number: string): Promise<AdminExchange> {
  return decide(shop, number, ['shipped'], async (_tx, _exchange, now) => ({ delivered_at: now }));
}

export async function expireExchanges(shop: ExchangeShop): Promise<number> {
  const late = await shop.db.write
    .selectFrom('exchange')
    .innerJoin('orders', 'orders.id', 'exchange.order_id')
    .select('orders.number')
    .where('state', '=', 'approved')
    .where('expires_at', '<=', shop.now())
    .execute();
  for (const { number } of late) {
    await decide(shop, number, ['approved'], async (tx, exchange, now) => {
      await releaseGoods(tx, exchange, now);
      return { state: 'expired' };
    }).catch(ignoreDecidedMeanwhile);
  }
  return late.length;
}

/** Another process, or the owner, was faster. */
function ignoreDecidedMeanwhile(error: unknown): void {
  if (!(error instanceof Error && 'code' in error && error.code === 'conflict')) throw error;
}
