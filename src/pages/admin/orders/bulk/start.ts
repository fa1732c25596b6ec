import { adminEndpoint } from '#lib/admin/access/admin-endpoint.server.ts';
import { orderScopeOf } from '#lib/admin/staff/roles.ts';
import { NEW_BULK } from '#lib/sales/orders/desk/bulk.schema.ts';
import { createBulk, runBulk } from '#lib/sales/orders/desk/bulk-actions.server.ts';

export const POST = adminEndpoint({
  input: NEW_BULK,
  async run(shop, { action, order, carrier, tracking }, { role }) {
    const bulk = { action, orders: order, carrier, trackingNumbers: tracking };
    const id = await createBulk(shop, bulk, orderScopeOf(role));
    await runBulk(shop, id);
    return { id };
  },
  redirectTo: ({ id }) => `/admin/orders/bulk/${id}`,
  keepsOldInput: ['carrier', 'tracking'],
});
