import { z } from 'zod/mini';
import { orderEndpoint } from '#lib/admin/access/order-endpoint.server.ts';
import { creditReasonSchema } from '#lib/sales/orders/admin/order-text.schema.ts';
import { ORDER_VERSION } from '#lib/sales/orders/admin/order-version.schema.ts';
import { cancelOrder } from '#lib/sales/orders/move-order.server.ts';

export const POST = orderEndpoint({
  input: z.extend(ORDER_VERSION, { reason: creditReasonSchema }),
  run: (shop, { id, changeOptions }, { reason }) => cancelOrder(shop, id, 'shop', { ...changeOptions, reason }),
  successMessage: ({ number }) => `${number} is cancelled.`,
  oldInputFields: ['reason'],
});
