import type { Shop } from '#lib/shop/shop.server.ts';
import { decide } from '#lib/support/decide-exchange.server.ts';
import { holdNewGoods, putBackOldGoods, releaseGoods } from '#lib/support/exchange-goods.server.ts';
import type { DeskExchange } from '#lib/support/read-exchanges.server.ts';

/** What the owner does with requests. */

type Parts = Pick<Shop, 'db' | 'now'>;

export const GOODS_BACK_WITHIN_MS = 14 * 86_400_000;

/**
 * Approves a request: takes the new goods out of stock, all or none. `swaps` names a new SKU for an old one; without any,
 * every line is exchanged for the same goods. Throws `conflict` when the request is not open or the goods are not there.
 */
export function approveExchange(
  shop: Parts,
  number: string,
  swaps: ReadonlyMap<string, string> = new Map(),
): Promise<DeskExchange> {
  return decide(shop, number, ['requested'], async (tx, exchange, now) => {
    await holdNewGoods(tx, exchange, swaps, now);
    return { state: 'approved', expires_at: now + GOODS_BACK_WITHIN_MS };
  });
}

/** Refuses a request with a reason; held goods go back on sale. */
export function declineExchange(shop: Parts, number: string, reason: string): Promise<DeskExchange> {
  return decide(shop, number, ['requested', 'approved'], async (tx, exchange, now) => {
    await releaseGoods(tx, exchange, now);
    return { state: 'declined', answer: reason };
  });
}

/** The old goods are back: they return to stock unless they are spoilt, and the new ones go out. */
export function receiveExchange(shop: Parts, number: string, isSpoilt: boolean): Promise<DeskExchange> {
  return decide(shop, number, ['approved'], async (tx, exchange, now) => {
    if (!isSpoilt) await putBackOldGoods(tx, exchange, now);
    return { state: 'received' };
  });
}

/** Ends approvals whose goods did not come back in time, and puts the held ones on sale again; gives how many. */
export async function expireExchanges(shop: Parts): Promise<number> {
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

/** Another process, or the owner, was quicker. */
function ignoreDecidedMeanwhile(error: unknown): void {
  if (!(error instanceof Error && 'code' in error && error.code === 'conflict')) throw error;
}
