import type { Tx } from '#lib/platform/db/db.server.ts';
import type { MailSheet } from '#lib/platform/mail/mail-sheet.ts';
import type { Shop } from '#lib/platform/shop.server.ts';
import { deliveryTerms } from '#lib/sales/cart/delivery/delivery-terms.server.ts';
import { paymentTerms } from '#lib/sales/cart/payment-terms/payment-terms.server.ts';
import { type OrderForMail, orderMailContent, sheetOf } from '#lib/sales/orders/mail/order-mail-content.ts';
import type { OrderMail } from '#lib/sales/orders/mail/order-mail-words.ts';
import type { OrderRow } from '#lib/sales/orders/record/change-order.server.ts';
import { orderAmounts } from '#lib/sales/orders/record/order-amounts.ts';
import { queueMailAboutOrder } from '#lib/sales/orders/record/order-recipient.server.ts';
import { isUnshippedCashOrder } from '#lib/sales/orders/record/orders.ts';
import { creditsOf, readOrderLines } from '#lib/sales/orders/record/read-credits.server.ts';
import { currentOnlineQuote, type OnlineQuote } from '#lib/sales/orders/record/reprice-order.ts';
import { confirmPath, trackToken } from '#lib/sales/orders/record/track-token.server.ts';
import { shopSettings } from '#lib/shop/settings/shop-settings.server.ts';

export type OrderShop = Pick<Shop, 'db' | 'now' | 'secretKey'> & { settings: Pick<Shop['settings'], 'siteUrl'> };

const MAILS_OFFERING_ONLINE_PAYMENT: ReadonlySet<OrderMail> = new Set(['placed', 'confirm', 'confirm_reminder']);

interface MailDetails extends Partial<Pick<OrderForMail, 'lines' | 'amountPaise' | 'until'>> {
  /** The URL that replaces the URL of the order's payment page. */
  paymentUrl?: string;
}

/**
 * Queues an email to the buyer. `lines` contains the lines of an order without credits; by default, this function reads
 * the lines and credits of the order.
 */
export async function mailOrder(
  tx: Tx,
  { db, settings, secretKey, now }: OrderShop,
  order: OrderRow,
  mail: OrderMail,
  { lines, amountPaise, until, paymentUrl }: MailDetails = {},
): Promise<void> {
  const links = { ...orderLinks({ settings, secretKey }, order.id), ...(paymentUrl ? { payment: paymentUrl } : {}) };
  // Callers pass lines only after they have placed the order or counted its payment. There are no credits yet.
  const parts = lines ? { lines, credits: [] } : await readMailParts(tx, order.id);
  const onlineQuote = MAILS_OFFERING_ONLINE_PAYMENT.has(mail) ? offeredOnlineQuote(db, order, parts) : undefined;
  const orderForMail = { order, amountPaise, until, onlineQuote, terms: deliveryTerms(db), at: now(), ...parts };
  const content = orderMailContent(mail, orderForMail, links);
  await queueMailAboutOrder(tx, order, { kind: `order_${mail}`, subject: content.heading, content, now: now() });
}

function offeredOnlineQuote(
  db: OrderShop['db'],
  order: OrderRow,
  { lines, credits }: Pick<OrderForMail, 'lines' | 'credits'>,
): OnlineQuote | undefined {
  const { codToOnline, prepaidDiscount } = paymentTerms(db);
  if (!codToOnline || !isUnshippedCashOrder(order)) return undefined;
  return currentOnlineQuote(order, orderAmounts(order, lines, credits), prepaidDiscount);
}

/** Returns the URLs with which anyone can see, confirm and pay for the order. */
export function orderLinks({ settings, secretKey }: Pick<OrderShop, 'settings' | 'secretKey'>, orderId: string) {
  const token = trackToken(secretKey, orderId);
  return {
    order: `${settings.siteUrl}/orders/track/${token}`,
    confirm: `${settings.siteUrl}${confirmPath(token)}`,
    payment: `${settings.siteUrl}/checkout/payment/${orderId}?token=${token}`,
    payOnline: `${settings.siteUrl}/checkout/payment/${orderId}?token=${token}&state=instead`,
  };
}

export async function readSheet(tx: Tx, { db }: Pick<Shop, 'db'>, order: OrderRow): Promise<MailSheet> {
  const { closings } = shopSettings(db);
  return sheetOf({ order, closings, ...(await readMailParts(tx, order.id)) });
}

async function readMailParts(tx: Tx, orderId: string): Promise<Pick<OrderForMail, 'lines' | 'credits'>> {
  return { lines: await readOrderLines(tx, orderId), credits: await creditsOf(tx, orderId) };
}
