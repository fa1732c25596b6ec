import { adminEndpoint } from '#lib/admin/access/admin-endpoint.server.ts';
import { orderScopeOf } from '#lib/admin/staff/roles.ts';
import { NEW_BULK_ACTION } from '#lib/sales/orders/admin/bulk-action.schema.ts';
import { createBulkAction, runBulkAction } from '#lib/sales/orders/admin/bulk-actions.server.ts';

export const POST = adminEndpoint({
  input: NEW_BULK_ACTION,
  async run(shop, { action, order, carrier, tracking }, { role }) {
    const bulkAction = { action, orders: order, carrier, trackingNumbers: tracking };
    const id = await createBulkAction(shop, bulkAction, orderScopeOf(role));
    await runBulkAction(shop, id);
    return { id };
  },
  redirectTo: ({ id }) => `/admin/orders/bulk/${id}`,
  oldInputFields: ['carrier', 'tracking'],
});
