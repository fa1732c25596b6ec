import { z } from 'zod/mini';
import { orderEndpoint } from '#lib/admin/access/order-endpoint.server.ts';
import { ORDER_VERSION } from '#lib/sales/orders/admin/order-version.schema.ts';
import { REFUND_METHODS } from '#lib/sales/orders/credits/settle-refunds.server.ts';
import { findOrder } from '#lib/sales/orders/record/find-order.server.ts';
import { refundOrder } from '#lib/sales/payments/refund-order.server.ts';
import { priceText } from '#lib/shop/money/price-text.ts';

/** The daily refund limit is not checked: the change that made the refund due was already counted towards it. */
export const POST = orderEndpoint({
  needsConfirmation: true,
  input: z.extend(ORDER_VERSION, { how: z.enum(REFUND_METHODS, 'Please choose how the refund is sent.') }),
  async run(shop, { id, changeOptions: { version } }, { how }) {
    const sentRefunds = await refundOrder(shop, await findOrder(shop.db, id), how, version);
    return { paise: sentRefunds.reduce((sum, { amount_paise }) => sum + amount_paise, 0) };
  },
  successMessage: ({ paise }) => `The refund of ${priceText(paise)} is recorded as sent.`,
});
