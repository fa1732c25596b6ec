import { oneLine, withoutControlCharacters } from '#lib/platform/cli/terminal-text.ts';
import { indianDateTime } from '#lib/primitives/indian-time.ts';
import { amountText, boltName } from '#lib/primitives/metres.ts';
import type { OrderAddress } from '#lib/sales/address/address.ts';
import { exchangeStep } from '#lib/sales/exchanges/exchange.ts';
import type { AdminExchange, ExchangeDetails } from '#lib/sales/exchanges/read-exchanges.server.ts';

/** Exchanges as text for the CLI. */

export function exchangeSummary(exchange: AdminExchange): string {
  const { number, created_at, email, reasons_json, custom_reason } = exchange;
  const reasons = [...(JSON.parse(reasons_json) as string[]), custom_reason].filter(Boolean).join('; ');
  return [number, exchangeStep(exchange).padEnd(9), indianDateTime(created_at), email, oneLine(reasons)].join('  ');
}

/** Returns the details of an exchange except the pictures, as lines of text. */
export function exchangeText(
  exchange: AdminExchange,
  { order, goods }: Pick<ExchangeDetails, 'order' | 'goods'>,
): string[] {
  return [
    exchangeSummary(exchange),
    `  ${exchange.has_original_packaging === 1 ? 'With' : 'Without'} the original packaging`,
    ...goodsTextLines(goods).map((line) => `  ${line}`),
    ...(exchange.spoilt === 1 ? ['  The returned goods were damaged and not restocked'] : []),
    ...(exchangeStep(exchange) === 'declined' ? [] : [`  To: ${addressText(order)}`]),
    ...(exchange.shipped_at === null ? [] : [`  ${parcelText(exchange, exchange.shipped_at)}`]),
    ...(exchange.answer ? [`  Answer: ${withoutControlCharacters(exchange.answer)}`] : []),
  ];
}

function goodsTextLines(goods: ExchangeDetails['goods']): string[] {
  const exchangedLines = goods.filter(({ exchanged_quantity }) => exchanged_quantity !== null);
  if (exchangedLines.length === 0)
    return goods.map((line) => `${amountText(line.sell_unit, line.quantity)} ${itemText(line)}`);
  return exchangedLines.flatMap(
    ({ exchanged_quantity, new_name, new_variant, new_sku, bolt_position, is_open, taken, ...oldItem }) => {
      const quantity = amountText(oldItem.sell_unit, exchanged_quantity ?? 0);
      const replacement = { name: new_name ?? '', variant: new_variant ?? '', sku: new_sku };
      const bolt = bolt_position === null ? '' : `, from ${boltName(bolt_position)}`;
      const replacementText =
        is_open === 1 ? 'to be chosen with --swap' : `${quantity} ${itemText(replacement)}${bolt}`;
      return [
        `Comes back: ${quantity} ${itemText(oldItem)}`,
        `Goes out: ${replacementText}${taken === 1 ? '' : ' (not reserved)'}`,
      ];
    },
  );
}

function itemText({ name, variant, sku }: { name: string; variant: string; sku: string | null }): string {
  return [name, variant, sku && `(${sku})`].filter(Boolean).join(' ');
}

function addressText({ address_json, mobile }: ExchangeDetails['order']): string {
  const { name, house, street, landmark, city, state, pincode }: OrderAddress = JSON.parse(address_json);
  return oneLine([name, house, street, landmark, city, state, pincode, mobile].filter(Boolean).join(', '));
}

function parcelText({ carrier, tracking_number, tracking_url }: AdminExchange, shippedAt: number): string {
  return [`Sent on ${indianDateTime(shippedAt)}`, carrier, tracking_number, tracking_url].filter(Boolean).join(', ');
}
