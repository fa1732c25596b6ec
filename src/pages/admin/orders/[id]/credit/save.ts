import { z } from 'zod/mini';
import { adminEndpoint } from '#lib/admin/access/admin-endpoint.server.ts';
import { refundGuard, requireRefund } from '#lib/admin/access/refund-guard.server.ts';
import { CREDIT_ACTIONS } from '#lib/sales/orders/desk/credit-actions.ts';
import { giveCredit } from '#lib/sales/orders/desk/credit-request.server.ts';
import { creditReason } from '#lib/sales/orders/desk/order-text.schema.ts';
import { ORDER_VERSION } from '#lib/sales/orders/desk/order-version.schema.ts';
import { priceText } from '#lib/shop/money/price-text.ts';

export const POST = adminEndpoint({
  /** Quantities have one field for each line. */
  input: z.looseObject({
    ...ORDER_VERSION.shape,
    action: z.enum(CREDIT_ACTIONS, 'Please choose what to do.'),
    reason: creditReason,
  }),
  run(shop, { id, version, action, reason, ...fields }, session) {
    if (action === 'refund') requireRefund(session);
    return giveCredit(shop, id, { action, fields, reason, version, ...refundGuard(shop, session) });
  },
  done({ order, credit }) {
    const owed = credit.owed_paise > 0 ? ` A refund of ${priceText(credit.owed_paise)} is due.` : '';
    return `${priceText(credit.total_paise)} was taken off ${order.number}.${owed}`;
  },
  formGoesTo: ({ order }) => `/admin/orders/${order.id}`,
  keepsOldInput: ['reason'],
});
