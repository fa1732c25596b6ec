import { adminEndpoint } from '#lib/admin/access/admin-endpoint.server.ts';
import { orderScopeOf } from '#lib/admin/staff/roles.ts';
import { connectedCourier } from '#lib/sales/shipping/courier-of.server.ts';
import { requestRates } from '#lib/sales/shipping/request-shipments.server.ts';
import { ORDER_SELECTION } from '#lib/sales/shipping/shipping-forms.schema.ts';
import { shippingPath } from '#lib/sales/shipping/shipping-path.ts';

export const POST = adminEndpoint({
  input: ORDER_SELECTION,
  async run(shop, { of }, { role }) {
    connectedCourier(shop);
    await requestRates(shop, of, orderScopeOf(role));
    return { of };
  },
  redirectTo: ({ of }) => shippingPath(of),
});
