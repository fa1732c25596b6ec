import { z } from 'zod/mini';
import { adminEndpoint } from '#lib/admin/access/admin-endpoint.server.ts';
import { orderScopeOf } from '#lib/admin/staff/roles.ts';
import { PARCEL } from '#lib/sales/orders/admin/bulk-action.schema.ts';
import { createTrackingBulkAction } from '#lib/sales/shipping/courier-files/create-tracking-bulk-action.server.ts';
import { TRACKING_FILE } from '#lib/sales/shipping/courier-files/tracking-file.ts';

export const POST = adminEndpoint({
  input: z.pick(PARCEL, { carrier: true }),
  upload: TRACKING_FILE,
  async run(shop, { carrier }, { role }, _context, files) {
    return { id: await createTrackingBulkAction(shop, files[0]?.path, carrier, orderScopeOf(role)) };
  },
  redirectTo: ({ id }) => `/admin/shipping/tracking/${id}`,
  oldInputFields: ['carrier'],
});
