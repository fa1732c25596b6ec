import type { ExchangeLine } from '#lib/platform/db/tables/exchange.ts';
import { amountText } from '#lib/primitives/metres.ts';
import { EXCHANGE_STEPS, exchangeStep } from '#lib/sales/exchanges/exchange.ts';
import type { Exchange } from '#lib/sales/exchanges/read-exchanges.server.ts';
import { returnInstructions } from '#lib/sales/exchanges/return-instructions.ts';
import { goodsName } from '#lib/sales/orders/record/goods-name.ts';
import type { ShopSettings } from '#lib/shop/settings/settings.schema.ts';

type MailedExchange = Pick<
  Exchange,
  | 'state'
  | 'shipped_at'
  | 'delivered_at'
  | 'answer'
  | 'expires_at'
  | 'reasons_json'
  | 'carrier'
  | 'tracking_number'
  | 'tracking_url'
>;
type Seller = Pick<ShopSettings, 'name' | 'address'>;

/** Returns the lines of the email to the customer about a step of an exchange. */
export function exchangeMailLines(
  exchange: MailedExchange,
  number: string,
  goods: Pick<ExchangeLine, 'sell_unit' | 'quantity' | 'name' | 'variant'>[],
  shop: Seller,
): string[] {
  const step = exchangeStep(exchange);
  const lines = [EXCHANGE_STEPS[step], ...(exchange.answer ? [exchange.answer] : [])];
  if (step === 'requested') return [...lines, 'We answer within 3-5 business days.'];
  if (step === 'declined' || step === 'expired') return lines;
  const newItems = goods.map((line) => `${amountText(line.sell_unit, line.quantity)} ${goodsName(line)}`).join('\n');
  if (newItems) lines.push(`You will receive:\n${newItems}`);
  if (step === 'approved' && exchange.expires_at !== null)
    lines.push(...returnLines(exchange, number, exchange.expires_at, shop));
  if (step === 'shipped') lines.push(...parcelText(exchange));
  return lines;
}

function returnLines({ reasons_json }: MailedExchange, number: string, expiresAt: number, shop: Seller): string[] {
  const instructions = returnInstructions({ number, reasons: JSON.parse(reasons_json), expiresAt, shop });
  return instructions.map(({ label, text }) => `${label}: ${text}`);
}

function parcelText({ carrier, tracking_number, tracking_url }: MailedExchange): string[] {
  const parcel = [
    carrier && `Carrier: ${carrier}.`,
    tracking_number && `Tracking number: ${tracking_number}.`,
    tracking_url,
  ];
  const text = parcel.filter(Boolean).join('\n');
  return text ? [text] : [];
}
