import { z } from 'zod/mini';
import { orderEndpoint } from '#lib/admin/access/order-endpoint.server.ts';
import { requireRefundPermission } from '#lib/admin/access/refund-guard.server.ts';
import { CREDIT_ACTIONS } from '#lib/sales/orders/admin/credit-actions.ts';
import { applyCreditForm } from '#lib/sales/orders/admin/credit-request.server.ts';
import { creditReasonSchema } from '#lib/sales/orders/admin/order-text.schema.ts';
import { ORDER_VERSION } from '#lib/sales/orders/admin/order-version.schema.ts';
import { priceText } from '#lib/shop/money/price-text.ts';

export const POST = orderEndpoint({
  // This object is loose, because the form has a quantity field for each line of the order.
  input: z.looseObject({
    ...ORDER_VERSION.shape,
    action: z.enum(CREDIT_ACTIONS, 'Please choose what to do.'),
    reason: creditReasonSchema,
  }),
  run(shop, { id, changeOptions, session }, { action, reason, ...fields }) {
    if (action === 'refund') requireRefundPermission(session);
    return applyCreditForm(shop, id, { action, fields, reason, ...changeOptions });
  },
  successMessage({ order, credit }) {
    const owedText = credit.owed_paise > 0 ? ` A refund of ${priceText(credit.owed_paise)} is due.` : '';
    return `${priceText(credit.total_paise)} was taken off ${order.number}.${owedText}`;
  },
  oldInputFields: ['why', 'cost', 'reason'],
});
