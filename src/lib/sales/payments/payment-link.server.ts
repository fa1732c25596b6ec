import { transaction } from '#lib/platform/db/transaction.server.ts';
import { ShopError } from '#lib/platform/errors/shop-error.ts';
import type { Shop } from '#lib/platform/shop.server.ts';
import { DAY_MS } from '#lib/primitives/durations.ts';
import { indianDateTime } from '#lib/primitives/indian-time.ts';
import { whatsAppUrl } from '#lib/primitives/whats-app.ts';
import { countStaffMail } from '#lib/sales/orders/admin/order-mails.server.ts';
import { mailOrder } from '#lib/sales/orders/mail/order-mail.server.ts';
import { addOrderEvent, existingOrder, type OrderRow } from '#lib/sales/orders/record/change-order.server.ts';
import { type PaymentGrant, paymentToken } from '#lib/sales/orders/record/payment-token.server.ts';
import { paymentDue } from '#lib/sales/payments/payment-due.server.ts';
import { priceText } from '#lib/shop/money/price-text.ts';
import { shopSettings } from '#lib/shop/settings/shop-settings.server.ts';

/**
 * The time in ms for which the link for a placed cash order is valid. The link for an unpaid order is valid as long as
 * the goods are reserved.
 */
const CASH_ORDER_LINK_MS = 3 * DAY_MS;

type LinkShop = Pick<Shop, 'db' | 'now' | 'secretKey' | 'settings'>;

/** Returns a link for paying the amount that is due online now; undefined if nothing can be paid online. */
export async function paymentLink(shop: LinkShop, order: OrderRow) {
  const grant = grantOf(shop, order);
  const due = grant && (await paymentDue(shop, order, grant));
  if (!due) return undefined;
  const url = `${shop.settings.siteUrl}/pay/${paymentToken(shop.secretKey, grant)}`;
  const { name: shopName } = shopSettings(shop.db);
  const { amountPaise } = due;
  const { until } = grant;
  const { number, mobile } = order;
  const isReserved = order.payment_status === 'unpaid';
  const text = paymentRequestText({ shopName, number, amountPaise, url, until, isReserved });
  return { url, whatsAppUrl: whatsAppUrl(mobile, text), amountPaise, until };
}

function grantOf(
  { now }: LinkShop,
  { id, payment_status, advance_paise, hold_until }: OrderRow,
): PaymentGrant | undefined {
  if (payment_status === 'cod') return { orderId: id, purpose: 'instead', until: now() + CASH_ORDER_LINK_MS };
  if (payment_status !== 'unpaid' || hold_until === null) return undefined;
  return { orderId: id, purpose: advance_paise > 0 ? 'advance' : 'order', until: hold_until };
}

/**
 * Emails the payment link to the customer, and returns the order. Throws `not_found` if the order does not exist,
 * `conflict` if it has no email address or nothing can be paid online, and `too_many` if staff have sent too many
 * emails about the order within an hour.
 */
export function mailPaymentLink(shop: LinkShop, orderId: string): Promise<OrderRow> {
  return transaction(shop.db, async (tx) => {
    const order = await existingOrder(tx, orderId);
    if (!order.email) throw new ShopError('conflict', 'This customer has no email address.');
    const link = await paymentLink(shop, order);
    if (!link) throw new ShopError('conflict', 'Nothing can be paid online for this order now.');
    await countStaffMail({ db: { write: tx }, now: shop.now }, orderId);
    const mail = order.payment_status === 'unpaid' ? 'payment_link' : 'pay_online';
    await mailOrder(tx, shop, order, mail, { amountPaise: link.amountPaise, paymentUrl: link.url });
    await addOrderEvent(tx, orderId, shop.now(), 'payment_link_sent', order.email);
    return order;
  });
}

interface PaymentRequest {
  shopName: string;
  number: string;
  amountPaise: number;
  until: number;
  isReserved: boolean;
  url: string;
}

/**
 * Returns the text of a WhatsApp message that asks the customer to pay. `until` is the time at which the link expires,
 * in epoch ms. `isReserved` means that the goods are reserved until then.
 */
export function paymentRequestText({ shopName, number, amountPaise, until, isReserved, url }: PaymentRequest): string {
  const deadlineIntro = isReserved ? 'We keep the goods for you until' : 'The link is valid until';
  return `${shopName}: please pay ${priceText(amountPaise)} for your order ${number}. ${deadlineIntro} ${indianDateTime(until)}.\n${url}`;
}
