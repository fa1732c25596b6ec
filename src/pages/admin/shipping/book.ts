import { adminEndpoint } from '#lib/admin/access/admin-endpoint.server.ts';
import { ShopError } from '#lib/platform/errors/shop-error.ts';
import { countText } from '#lib/primitives/plural.ts';
import { requestBookings } from '#lib/sales/shipping/request-shipments.server.ts';
import { BOOKING } from '#lib/sales/shipping/shipping-forms.schema.ts';
import { shippingPath } from '#lib/sales/shipping/shipping-path.ts';

export const POST = adminEndpoint({
  input: BOOKING,
  async run(shop, { of, chosen }) {
    if (chosen.length === 0) throw new ShopError('invalid', 'Choose a courier for at least one parcel.');
    return { of, requestedCount: await requestBookings(shop, chosen) };
  },
  successMessage: ({ requestedCount }) => `${countText(requestedCount, 'parcel is', 'parcels are')} being booked.`,
  redirectTo: ({ of }) => shippingPath(of),
});
