import type { Shop } from '#lib/platform/shop.server.ts';
import { EXCHANGE_STEPS, exchangeRefusal, exchangeStep, exchangeWindowEnd } from '#lib/sales/exchanges/exchange.ts';
import { exchangeableLines } from '#lib/sales/exchanges/exchange-lines.server.ts';
import { type Exchange, exchangeDetails } from '#lib/sales/exchanges/read-exchanges.server.ts';
import { returnInstructions } from '#lib/sales/exchanges/return-instructions.ts';
import { tokenQuery } from '#lib/sales/orders/own-order.server.ts';
import type { OrderRow } from '#lib/sales/orders/record/change-order.server.ts';
import { goodsName, goodsText } from '#lib/sales/orders/record/goods-name.ts';
import { shopSettings } from '#lib/shop/settings/shop-settings.server.ts';

export type ShownExchange = Awaited<ReturnType<typeof shownExchange>>;

/**
 * Reads the exchanges of an order. Must be called only if the viewer may see the order. `token` is the token in a
 * guest's link.
 */
export async function exchangesOfOrder(
  { db, now }: Pick<Shop, 'db' | 'now'>,
  order: OrderRow,
  token: string | undefined,
) {
  const rows = await db.write
    .selectFrom('exchange')
    .selectAll()
    .where('order_id', '=', order.id)
    .orderBy('created_at', 'desc')
    .execute();
  const exchanges = await Promise.all(rows.map((row) => shownExchange(db, row, order.number, token)));
  const until = order.delivered_at === null ? undefined : exchangeWindowEnd(order.delivered_at);
  const hasOpenExchange = rows.some(({ state }) => state === 'requested' || state === 'approved');
  const canRequest = !hasOpenExchange && exchangeRefusal(order, now()) === undefined;
  return {
    /** The exchanges, the newest first. */
    exchanges,
    /** The lines that can be exchanged. Empty if no exchange can be requested now. */
    lines: canRequest ? await exchangeableLines(db.write, order.id) : [],
    /** The end of the exchange window, in epoch ms. Undefined before the delivery. */
    until,
    isWindowOver: order.order_status === 'delivered' && until !== undefined && now() >= until,
  };
}

async function shownExchange(db: Shop['db'], exchange: Exchange, orderNumber: string, token: string | undefined) {
  const { goods, images } = await exchangeDetails({ db }, exchange);
  const reasons: string[] = JSON.parse(exchange.reasons_json);
  const { state, expires_at: expiresAt } = exchange;
  const isReturnAwaited = state === 'approved' && expiresAt !== null;
  return {
    id: exchange.id,
    stateText: EXCHANGE_STEPS[exchangeStep(exchange)],
    answer: exchange.answer,
    /** When the exchange was requested, in epoch ms. */
    requestedAt: exchange.created_at,
    reasons: [...reasons, exchange.custom_reason].filter(Boolean),
    hasOriginalPackaging: exchange.has_original_packaging === 1,
    /** The old items with their replacements. `replacement` is empty until the replacement is decided. */
    goods: goods.flatMap(shownGoods),
    images: images.map(({ id: _id, kind, ...image }) => ({
      ...image,
      ...{ _id, type: kind, shownAs: 'picture' as const },
      path: `/public/orders/exchange-image/${_id}${tokenQuery(token)}`,
    })),
    /** The instructions for sending the old goods back. Empty unless the shop is waiting for the old goods. */
    returnInstructions: isReturnAwaited
      ? returnInstructions({ orderNumber, reasons, expiresAt, shop: shopSettings(db) })
      : [],
    parcel: exchange.shipped_at === null ? undefined : exchange,
  };
}

type LineInExchange = Awaited<ReturnType<typeof exchangeDetails>>['goods'][number];

function shownGoods({ exchanged_quantity: quantity, is_open, new_name, new_variant, ...oldLine }: LineInExchange) {
  if (quantity === null) return [];
  const replacement = is_open === 1 ? '' : goodsName({ name: new_name ?? '', variant: new_variant ?? '' });
  return [{ oldItem: goodsText({ ...oldLine, quantity }), replacement }];
}
