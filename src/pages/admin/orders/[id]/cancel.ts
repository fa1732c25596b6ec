import { z } from 'zod/mini';
import { adminEndpoint } from '#lib/admin/access/admin-endpoint.server.ts';
import { refundGuard } from '#lib/admin/access/refund-guard.server.ts';
import { creditReason } from '#lib/sales/orders/desk/order-text.schema.ts';
import { ORDER_VERSION } from '#lib/sales/orders/desk/order-version.schema.ts';
import { cancelOrder } from '#lib/sales/orders/move-order.server.ts';

export const POST = adminEndpoint({
  input: z.extend(ORDER_VERSION, { reason: creditReason }),
  run: (shop, { id, version, reason }, session) =>
    cancelOrder(shop, id, 'shop', { version, reason, ...refundGuard(shop, session) }),
  done: ({ number }) => `${number} is cancelled.`,
  formGoesTo: ({ id }) => `/admin/orders/${id}`,
  keepsOldInput: ['reason'],
});
