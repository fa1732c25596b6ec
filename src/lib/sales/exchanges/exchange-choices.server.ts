import { ShopError } from '#lib/platform/errors/shop-error.ts';
import type { Shop } from '#lib/platform/shop.server.ts';
import { isEnded } from '#lib/sales/exchanges/exchange.ts';
import { readReplacementVariants, remainingLines } from '#lib/sales/exchanges/exchange-lines.server.ts';
import {
  type RemainingLine,
  type ReplacementVariant,
  replacementRefusal,
} from '#lib/sales/exchanges/exchange-options.ts';
import { type AdminExchange, exchangeDetails, exchangeOfId } from '#lib/sales/exchanges/read-exchanges.server.ts';
import { recordOrderRead } from '#lib/sales/orders/admin/record-order-read.server.ts';

/** A variant that might replace the returned item. */
export type ExchangeChoice = ReturnType<typeof choiceOf>;

export type ExchangeWithChoices = Awaited<ReturnType<typeof readExchangeWithChoices>>;

/**
 * Reads an exchange with the data for a decision, and records in the audit log that its order was read. Throws
 * `not_found` if the exchange does not exist or, unless `includesEnded` is true, has ended.
 */
export async function readExchangeWithChoices(
  shop: Pick<Shop, 'db' | 'now'>,
  id: string,
  { includesEnded }: { includesEnded: boolean },
) {
  const exchange = await exchangeOfId(shop, id);
  if (!includesEnded && isEnded(exchange)) throw new ShopError('not_found', 'This exchange has ended.');
  await recordOrderRead(shop, exchange.order_id);
  const [details, lines] = await Promise.all([
    exchangeDetails(shop, exchange),
    exchange.state === 'requested' ? lineChoices(shop, exchange) : [],
  ]);
  return {
    ...details,
    exchange,
    /** The lines to decide on. Empty once the request is approved or declined. */
    lines,
  };
}

async function lineChoices({ db }: Pick<Shop, 'db'>, { id, order_id }: AdminExchange) {
  const [orderLines, requestedLines] = await Promise.all([
    remainingLines(db.write, order_id, id),
    db.write.selectFrom('exchange_line').selectAll().where('exchange_id', '=', id).execute(),
  ]);
  const lines = orderLines.filter(
    (line) => requestedLines.length === 0 || requestedLines.some(({ position }) => position === line.position),
  );
  const goods = await readReplacementVariants(db.write, lines);
  return lines.map((line) => {
    const requestedLine = requestedLines.find(({ position }) => position === line.position);
    return {
      line,
      /** The returned quantity, in pieces or centimetres. */
      quantity: Math.min(requestedLine?.quantity ?? line.remainingQuantity, line.remainingQuantity),
      /** The id of the variant that the customer requested. Undefined if the customer leaves the choice to the shop. */
      requestedId: requestedLine?.is_open === 1 ? undefined : (requestedLine?.variant_id ?? line.variant_id),
      choices: goods
        .filter(({ product_id }) => product_id === line.product_id)
        .map((candidate) => choiceOf(line, candidate, goods)),
    };
  });
}

function choiceOf(line: RemainingLine, candidate: ReplacementVariant, goods: readonly ReplacementVariant[]) {
  const { variant_id: variantId, name, variant, sku, available } = candidate;
  return {
    variantId,
    name,
    variant,
    sku,
    available,
    /** The current price less the price that was paid, in paise per piece or metre. */
    differencePaise: candidate.price_paise - line.price_paise,
    /** The reason why the variant can't be chosen. Undefined if it can. */
    refusal: replacementRefusal(line, candidate, goods),
  };
}
