import { z } from 'zod/mini';
import { orderEndpoint } from '#lib/admin/access/order-endpoint.server.ts';
import { PARCEL } from '#lib/sales/orders/admin/bulk-action.schema.ts';
import { ORDER_VERSION } from '#lib/sales/orders/admin/order-version.schema.ts';
import { moveOrder } from '#lib/sales/orders/move-order.server.ts';
import { STATUS_NAMES, TRACKING_STEPS } from '#lib/sales/orders/record/orders.ts';

export const POST = orderEndpoint({
  input: z.extend(z.extend(ORDER_VERSION, PARCEL.shape), { to: z.enum(TRACKING_STEPS, 'Please choose a status.') }),
  run: (shop, { id, changeOptions }, { to, ...parcel }) => moveOrder(shop, id, to, parcel, changeOptions),
  successMessage: ({ number, order_status }) => `${number} is now ${STATUS_NAMES[order_status].toLowerCase()}.`,
  oldInputFields: ['carrier', 'trackingNumber'],
});
