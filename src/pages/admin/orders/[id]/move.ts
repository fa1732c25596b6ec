import { z } from 'zod/mini';
import { adminEndpoint } from '#lib/admin/access/admin-endpoint.server.ts';
import { PARCEL } from '#lib/sales/orders/desk/bulk.schema.ts';
import { ORDER_VERSION } from '#lib/sales/orders/desk/order-version.schema.ts';
import { moveOrder } from '#lib/sales/orders/move-order.server.ts';
import { STATUS_NAMES, TRACKING_STEPS } from '#lib/sales/orders/record/orders.ts';

export const POST = adminEndpoint({
  input: z.extend(z.extend(ORDER_VERSION, PARCEL.shape), { to: z.enum(TRACKING_STEPS, 'Please choose a status.') }),
  run: (shop, { id, version, to, ...parcel }) => moveOrder(shop, id, to, parcel, { version }),
  done: ({ number, order_status }) => `${number} is now ${STATUS_NAMES[order_status].toLowerCase()}.`,
  formGoesTo: ({ id }) => `/admin/orders/${id}`,
  keepsOldInput: ['carrier', 'trackingNumber'],
});
