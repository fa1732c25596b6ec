import { ShopError } from '#lib/platform/errors/shop-error.ts';
import type { Shop } from '#lib/platform/shop.server.ts';
import { isEnded } from '#lib/sales/exchanges/exchange.ts';
import { goodsFor, linesLeft } from '#lib/sales/exchanges/exchange-lines.server.ts';
import { type Goods, type LineLeft, refusalFor } from '#lib/sales/exchanges/exchange-options.ts';
import {
  type AdminExchange,
  type ExchangeDetails,
  exchangeDetails,
  exchangeOfId,
} from '#lib/sales/exchanges/read-exchanges.server.ts';
import { recordReadingOrder } from '#lib/sales/orders/desk/record-reading-order.server.ts';

/** A variant that could take the place of what comes back. */
export interface ExchangeChoice {
  variantId: number;
  name: string;
  variant: string;
  sku: string | null;
  /** Pieces, or the longest bolt in centimetres. */
  available: number;
  /** Of one piece or metre, against the price that was paid. */
  differencePaise: number;
  /** Why it can't be chosen. */
  refusal: string | undefined;
}

export interface ExchangeLineChoices {
  line: LineLeft;
  /** What comes back, in pieces or centimetres. */
  quantity: number;
  /** What the customer asked for; undefined if they leave it to the shop. */
  askedId: number | undefined;
  choices: ExchangeChoice[];
}

export interface ExchangeSheet extends ExchangeDetails {
  exchange: AdminExchange;
  /** The lines to decide on; empty once the request was approved or declined. */
  lines: ExchangeLineChoices[];
}

/**
 * An exchange with all that is needed to decide it. That its order was read is in the audit log. Throws `not_found`, also
 * for an exchange that has ended, unless `hasEnded`.
 */
export async function readExchangeSheet(
  shop: Pick<Shop, 'db' | 'now'>,
  id: string,
  { hasEnded }: { hasEnded: boolean },
): Promise<ExchangeSheet> {
  const exchange = await exchangeOfId(shop, id);
  if (!hasEnded && isEnded(exchange)) throw new ShopError('not_found', 'This exchange has ended.');
  await recordReadingOrder(shop, exchange.order_id);
  const [details, lines] = await Promise.all([
    exchangeDetails(shop, exchange),
    exchange.state === 'requested' ? lineChoices(shop, exchange) : [],
  ]);
  return { ...details, exchange, lines };
}

async function lineChoices({ db }: Pick<Shop, 'db'>, { id, order_id }: AdminExchange): Promise<ExchangeLineChoices[]> {
  const [left, asked] = await Promise.all([
    linesLeft(db.write, order_id, id),
    db.write.selectFrom('exchange_line').selectAll().where('exchange_id', '=', id).execute(),
  ]);
  const lines = left.filter(
    (line) => line.left > 0 && (asked.length === 0 || asked.some(({ position }) => position === line.position)),
  );
  const goods = await goodsFor(db.write, lines);
  return lines.map((line) => {
    const ask = asked.find(({ position }) => position === line.position);
    return {
      line,
      quantity: Math.min(ask?.quantity ?? line.left, line.left),
      askedId: ask?.is_open === 1 ? undefined : (ask?.variant_id ?? line.variant_id),
      choices: goods
        .filter(({ product_id }) => product_id === line.product_id)
        .map((one) => choiceOf(line, one, goods)),
    };
  });
}

function choiceOf(line: LineLeft, goods: Goods, all: readonly Goods[]): ExchangeChoice {
  const { variant_id: variantId, name, variant, sku, available } = goods;
  const differencePaise = goods.price_paise - line.price_paise;
  return { variantId, name, variant, sku, available, differencePaise, refusal: refusalFor(line, goods, all) };
}
