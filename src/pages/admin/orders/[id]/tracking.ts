import { z } from 'zod/mini';
import { adminEndpoint } from '#lib/admin/access/admin-endpoint.server.ts';
import { PARCEL } from '#lib/sales/orders/desk/bulk.schema.ts';
import { correctTracking } from '#lib/sales/orders/desk/correct-order.server.ts';
import { ORDER_VERSION } from '#lib/sales/orders/desk/order-version.schema.ts';

export const POST = adminEndpoint({
  input: z.extend(ORDER_VERSION, PARCEL.shape),
  run: (shop, { id, version, ...parcel }) => correctTracking(shop, id, parcel, version),
  done: 'The tracking number was corrected.',
  formGoesTo: ({ id }) => `/admin/orders/${id}`,
  keepsOldInput: ['carrier', 'trackingNumber'],
});
