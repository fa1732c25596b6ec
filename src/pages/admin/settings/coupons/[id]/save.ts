import { adminEndpoint } from '#lib/admin/access/admin-endpoint.server.ts';
import { CHANGED_COUPON } from '#lib/sales/cart/coupons/coupon-form.schema.ts';
import { changeCoupon } from '#lib/sales/cart/coupons/manage-coupons.server.ts';

export const POST = adminEndpoint({
  input: CHANGED_COUPON,
  async run(shop, { id, ...terms }) {
    return { id, isChanged: await changeCoupon(shop, id, terms) };
  },
  done: ({ isChanged }) => (isChanged ? 'The coupon is saved.' : 'Nothing was different.'),
  formGoesTo: ({ id }) => `/admin/settings/coupons/${encodeURIComponent(id)}`,
  keepsOldInput: 'all',
});
