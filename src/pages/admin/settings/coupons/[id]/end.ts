import { recordEndpoint } from '#lib/admin/access/admin-endpoint.server.ts';
import { deactivateCoupon } from '#lib/sales/cart/coupons/manage-coupons.server.ts';

export const POST = recordEndpoint({
  async run(shop, { id }) {
    await deactivateCoupon(shop, id);
    return { id };
  },
  successMessage: ({ id }) => `${id} can’t be used any more.`,
  redirectTo: '/admin/settings/coupons',
});
