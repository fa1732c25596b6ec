import { ShopError } from '#lib/platform/errors/shop-error.ts';
import type { Shop } from '#lib/platform/shop.server.ts';
import { isEnded } from '#lib/sales/exchanges/exchange.ts';
import { readReplacementVariants, remainingLines } from '#lib/sales/exchanges/exchange-lines.server.ts';
import {
  type RemainingLine,
  type ReplacementVariant,
  replacementRefusal,
} from '#lib/sales/exchanges/exchange-options.ts';
import {
  type AdminExchange,
  type ExchangeDetails,
  exchangeDetails,
  exchangeOfId,
} from '#lib/sales/exchanges/read-exchanges.server.ts';
import { recordOrderRead } from '#lib/sales/orders/admin/record-order-read.server.ts';

/** A variant that might replace the returned item. */
export interface ExchangeChoice {
  variantId: number;
  name: string;
  variant: string;
  sku: string | null;
  /** The number of pieces, or the length of the longest bolt in centimetres. */
  available: number;
  /** The current price less the price that was paid, in paise per piece or metre. */
  differencePaise: number;
  /** The reason why the variant can't be chosen. Undefined if it can. */
  refusal: string | undefined;
}

export interface ExchangeLineChoices {
  line: RemainingLine;
  /** The returned quantity, in pieces or centimetres. */
  quantity: number;
  /** The id of the variant that the customer requested. Undefined if the customer leaves the choice to the shop. */
  requestedId: number | undefined;
  choices: ExchangeChoice[];
}

export interface ExchangeWithChoices extends ExchangeDetails {
  exchange: AdminExchange;
  /** The lines to decide on. Empty once the request is approved or declined. */
  lines: ExchangeLineChoices[];
}

/**
 * Reads an exchange with the data for a decision, and records in the audit log that its order was read. Throws
 * `not_found` if the exchange does not exist or, unless `includesEnded` is true, has ended.
 */
export async function readExchangeWithChoices(
  shop: Pick<Shop, 'db' | 'now'>,
  id: string,
  { includesEnded }: { includesEnded: boolean },
): Promise<ExchangeWithChoices> {
  const exchange = await exchangeOfId(shop, id);
  if (!includesEnded && isEnded(exchange)) throw new ShopError('not_found', 'This exchange has ended.');
  await recordOrderRead(shop, exchange.order_id);
  const [details, lines] = await Promise.all([
    exchangeDetails(shop, exchange),
    exchange.state === 'requested' ? lineChoices(shop, exchange) : [],
  ]);
  return { ...details, exchange, lines };
}

async function lineChoices({ db }: Pick<Shop, 'db'>, { id, order_id }: AdminExchange): Promise<ExchangeLineChoices[]> {
  const [orderLines, requestedLines] = await Promise.all([
    remainingLines(db.write, order_id, id),
    db.write.selectFrom('exchange_line').selectAll().where('exchange_id', '=', id).execute(),
  ]);
  const lines = orderLines.filter(
    (line) =>
      line.remainingQuantity > 0 &&
      (requestedLines.length === 0 || requestedLines.some(({ position }) => position === line.position)),
  );
  const goods = await readReplacementVariants(db.write, lines);
  return lines.map((line) => {
    const requestedLine = requestedLines.find(({ position }) => position === line.position);
    return {
      line,
      quantity: Math.min(requestedLine?.quantity ?? line.remainingQuantity, line.remainingQuantity),
      requestedId: requestedLine?.is_open === 1 ? undefined : (requestedLine?.variant_id ?? line.variant_id),
      choices: goods
        .filter(({ product_id }) => product_id === line.product_id)
        .map((candidate) => choiceOf(line, candidate, goods)),
    };
  });
}

function choiceOf(
  line: RemainingLine,
  candidate: ReplacementVariant,
  goods: readonly ReplacementVariant[],
): ExchangeChoice {
  const { variant_id: variantId, name, variant, sku, available } = candidate;
  const differencePaise = candidate.price_paise - line.price_paise;
  return {
    variantId,
    name,
    variant,
    sku,
    available,
    differencePaise,
    refusal: replacementRefusal(line, candidate, goods),
  };
}
