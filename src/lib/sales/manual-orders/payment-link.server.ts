import type { Shop } from '#lib/platform/shop.server.ts';
import { paymentText, whatsAppUrl } from '#lib/sales/manual-orders/manual-order.ts';
import { orderLinks } from '#lib/sales/orders/mail/order-mail.server.ts';
import type { OrderRow } from '#lib/sales/orders/record/change-order.server.ts';
import { shopSettings } from '#lib/shop/settings/shop-settings.server.ts';

export interface PaymentLink {
  url: string;
  /** Opens WhatsApp with the link and its amount. */
  whatsApp: string;
  /** Epoch ms. */
  until: number;
}

/** The link by which a customer pays an order that staff wrote; undefined once it is paid or over. */
export function paymentLink(
  shop: Pick<Shop, 'db' | 'secretKey' | 'settings'>,
  order: OrderRow,
): PaymentLink | undefined {
  const { source, payment_status, hold_until: until, number, total_paise, mobile } = order;
  if (source === 'shop' || payment_status !== 'unpaid' || until === null) return undefined;
  const { payment: url } = orderLinks(shop, order.id);
  const { name: shopName } = shopSettings(shop.db);
  const text = paymentText({ shopName, number, totalPaise: total_paise, until, url });
  return { url, whatsApp: whatsAppUrl(mobile, text), until };
}
