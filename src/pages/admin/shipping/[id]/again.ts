import { adminEndpoint } from '#lib/admin/access/admin-endpoint.server.ts';
import { retryTask } from '#lib/sales/shipping/request-shipments.server.ts';
import { ONE_SHIPMENT } from '#lib/sales/shipping/shipping-forms.schema.ts';
import { shippingPath } from '#lib/sales/shipping/shipping-path.ts';

export const POST = adminEndpoint({
  input: ONE_SHIPMENT,
  async run(shop, { of, ...shipment }) {
    await retryTask(shop, shipment);
    return { of };
  },
  redirectTo: ({ of }) => shippingPath(of),
});
