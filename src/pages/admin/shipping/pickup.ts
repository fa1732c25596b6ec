import { adminEndpoint } from '#lib/admin/access/admin-endpoint.server.ts';
import { asOneTransaction } from '#lib/platform/db/transaction.server.ts';
import { schedulePickup } from '#lib/sales/shipping/request-shipments.server.ts';
import { SHIPMENTS } from '#lib/sales/shipping/shipping-forms.schema.ts';
import { shippingPath } from '#lib/sales/shipping/shipping-path.ts';

export const POST = adminEndpoint({
  input: SHIPMENTS,
  async run(shop, { of, shipment }) {
    await asOneTransaction(shop.db, async (db) => {
      for (const { id, version } of shipment) await schedulePickup({ ...shop, db }, { id, version });
    });
    return { of };
  },
  successMessage: 'The pickup is being requested.',
  redirectTo: ({ of }) => shippingPath(of),
});
