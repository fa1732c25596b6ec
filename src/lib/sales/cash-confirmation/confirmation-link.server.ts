import type { Shop } from '#lib/platform/shop.server.ts';
import { whatsAppUrl } from '#lib/primitives/whats-app.ts';
import { confirmationText } from '#lib/sales/cash-confirmation/confirmation.ts';
import { type Confirmation, cancellationTime } from '#lib/sales/orders/confirmation/confirm-order.server.ts';
import { orderLinks } from '#lib/sales/orders/mail/order-mail.server.ts';
import type { OrderRow } from '#lib/sales/orders/record/change-order.server.ts';
import { shopSettings } from '#lib/shop/settings/shop-settings.server.ts';

/**
 * Returns a URL that opens WhatsApp with a request to confirm the order. `totalPaise` is the amount that the courier
 * collects.
 */
export function confirmationWhatsAppUrl(
  shop: Pick<Shop, 'db' | 'secretKey' | 'settings'>,
  { id, number, mobile }: Pick<OrderRow, 'id' | 'number' | 'mobile'>,
  { confirmation, totalPaise }: { confirmation: Confirmation; totalPaise: number },
): string {
  const { name: shopName } = shopSettings(shop.db);
  const { confirm: url } = orderLinks(shop, id);
  return whatsAppUrl(
    mobile,
    confirmationText({ shopName, number, totalPaise, until: cancellationTime(confirmation), url }),
  );
}
