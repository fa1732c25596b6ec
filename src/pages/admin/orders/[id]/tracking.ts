import { z } from 'zod/mini';
import { orderEndpoint } from '#lib/admin/access/order-endpoint.server.ts';
import { PARCEL } from '#lib/sales/orders/admin/bulk-action.schema.ts';
import { correctTracking } from '#lib/sales/orders/admin/correct-order.server.ts';
import { ORDER_VERSION } from '#lib/sales/orders/admin/order-version.schema.ts';

export const POST = orderEndpoint({
  input: z.extend(ORDER_VERSION, PARCEL.shape),
  run: (shop, { id, changeOptions }, parcel) => correctTracking(shop, id, parcel, changeOptions.version),
  successMessage: 'The tracking number was corrected.',
  oldInputFields: ['carrier', 'trackingNumber'],
});
