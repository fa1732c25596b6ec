import { adminEndpoint } from '#lib/admin/access/admin-endpoint.server.ts';
import { changeSize } from '#lib/sales/shipping/request-shipments.server.ts';
import { PARCEL_SIZE } from '#lib/sales/shipping/shipping-forms.schema.ts';
import { shippingPath } from '#lib/sales/shipping/shipping-path.ts';

export const POST = adminEndpoint({
  input: PARCEL_SIZE,
  async run(shop, { of, id, version, ...size }) {
    await changeSize(shop, { id, version }, size);
    return { of };
  },
  redirectTo: ({ of }) => shippingPath(of),
});
