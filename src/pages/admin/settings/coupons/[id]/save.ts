import { adminEndpoint } from '#lib/admin/access/admin-endpoint.server.ts';
import { CHANGED_COUPON } from '#lib/sales/cart/coupons/coupon-form.schema.ts';
import { changeCoupon } from '#lib/sales/cart/coupons/manage-coupons.server.ts';

export const POST = adminEndpoint({
  input: CHANGED_COUPON,
  run: (shop, { id, ...terms }) => changeCoupon(shop, id, terms),
  successMessage: (isChanged) => (isChanged ? 'The coupon is saved.' : 'Nothing has changed.'),
  redirectTo: '/admin/settings/coupons/[id]',
  oldInputFields: 'all',
});
