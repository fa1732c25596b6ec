import type { ExchangeLine } from '#lib/platform/db/tables/exchange.ts';
import { amountText } from '#lib/primitives/metres.ts';
import { EXCHANGE_STEPS, exchangeStep } from '#lib/sales/exchanges/exchange.ts';
import type { Exchange } from '#lib/sales/exchanges/read-exchanges.server.ts';
import { returnInstructions } from '#lib/sales/exchanges/return-instructions.ts';
import { goodsName } from '#lib/sales/orders/record/goods-name.ts';
import type { ShopSettings } from '#lib/shop/settings/settings.schema.ts';

type ExchangeForMail = Pick<
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
  exchange: ExchangeForMail,
  orderNumber: string,
  goods: Pick<ExchangeLine, 'sell_unit' | 'quantity' | 'name' | 'variant'>[],
  shop: Seller,
): string[] {
  const step = exchangeStep(exchange);
  const lines = [EXCHANGE_STEPS[step], ...(exchange.answer ? [exchange.answer] : [])];
  if (step === 'requested') return [...lines, 'We answer within 3-5 business days.'];
  if (step === 'declined' || step === 'expired') return lines;
  const replacementsText = goods
    .map((line) => `${amountText(line.sell_unit, line.quantity)} ${goodsName(line)}`)
    .join('\n');
  if (replacementsText) lines.push(`You will receive:\n${replacementsText}`);
  if (step === 'approved' && exchange.expires_at !== null)
    lines.push(...returnInstructionLines(exchange, orderNumber, exchange.expires_at, shop));
  if (step === 'shipped') lines.push(...parcelLines(exchange));
  return lines;
}

function returnInstructionLines(
  { reasons_json }: ExchangeForMail,
  orderNumber: string,
  expiresAt: number,
  shop: Seller,
): string[] {
  const instructions = returnInstructions({ orderNumber, reasons: JSON.parse(reasons_json), expiresAt, shop });
  return instructions.map(({ label, text }) => `${label}: ${text}`);
}

function parcelLines({ carrier, tracking_number, tracking_url }: ExchangeForMail): string[] {
  const parcel = [
    carrier && `Courier: ${carrier}.`,
    tracking_number && `Tracking number: ${tracking_number}.`,
    tracking_url,
  ];
  const text = parcel.filter(Boolean).join('\n');
  return text ? [text] : [];
}
