import type { Tx } from '#lib/platform/db/db.server.ts';
import type { ExchangeLine } from '#lib/platform/db/tables/exchange.ts';
import type { Shop } from '#lib/platform/shop.server.ts';
import { EXCHANGE_STEPS, EXCHANGE_SUBJECTS, exchangeStep } from '#lib/sales/exchanges/exchange.ts';
import type { Exchange } from '#lib/sales/exchanges/read-exchanges.server.ts';
import { returnInstructions } from '#lib/sales/exchanges/return-instructions.ts';
import { goodsText, orderSubject } from '#lib/sales/orders/record/goods-name.ts';
import { orderThread, queueMailAboutOrder } from '#lib/sales/orders/record/order-recipient.server.ts';
import { trackToken } from '#lib/sales/orders/record/track-token.server.ts';
import { notifyOwner } from '#lib/shop/owner-notices/notify-owner.server.ts';
import type { ShopSettings } from '#lib/shop/settings/settings.schema.ts';
import { shopSettings } from '#lib/shop/settings/shop-settings.server.ts';

export type ExchangeShop = Pick<Shop, 'db' | 'now' | 'secretKey'> & { settings: Pick<Shop['settings'], 'siteUrl'> };

/** Emails the customer about the current step of the exchange. */
export async function mailExchange(
  tx: Tx,
  { db, settings, secretKey }: Pick<ExchangeShop, 'db' | 'settings' | 'secretKey'>,
  exchange: Exchange,
  now: number,
): Promise<void> {
  const order = await tx
    .selectFrom('orders')
    .select(['id', 'email', 'customer_id', 'number'])
    .where('id', '=', exchange.order_id)
    .executeTakeFirst();
  if (!order) return;
  const lines = await exchangeLines(tx, exchange.id);
  const heading = orderSubject(EXCHANGE_SUBJECTS[exchangeStep(exchange)], { number: order.number, lines });
  await queueMailAboutOrder(tx, order, {
    kind: 'exchange',
    subject: heading,
    content: {
      heading,
      lines: exchangeMailLines(exchange, order.number, lines, shopSettings(db)),
      action: { label: 'See your exchange', url: exchangeUrl(settings.siteUrl, secretKey, exchange.order_id) },
    },
    now,
  });
}

/** Notifies the owner of an exchange request. */
export function notifyExchangeRequest(
  tx: Tx,
  { db }: Pick<ExchangeShop, 'db'>,
  order: { id: string; number: string },
  reasons: readonly string[],
  now: number,
): Promise<void> {
  const notice = {
    heading: `Exchange requested: order ${order.number}`,
    lines: reasons.length > 0 ? [`Reasons: ${reasons.join(', ')}`] : [],
    command: `exchanges show ${order.number}`,
    thread: orderThread(order.id),
  };
  return notifyOwner(tx, db, 'exchange', notice, now);
}

function exchangeLines(tx: Tx, exchangeId: string): Promise<ExchangeLine[]> {
  return tx.selectFrom('exchange_line').selectAll().where('exchange_id', '=', exchangeId).orderBy('position').execute();
}

/** Returns the URL of the exchange on the page of the order. The URL works with and without a login. */
function exchangeUrl(siteUrl: string, secretKey: string, orderId: string): string {
  return `${siteUrl}/orders/track/${trackToken(secretKey, orderId)}#exchange-heading`;
}

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
  if (goods.length > 0) lines.push(`You will receive:\n${goods.map(goodsText).join('\n')}`);
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
