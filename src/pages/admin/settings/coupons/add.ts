import { adminEndpoint } from '#lib/admin/access/admin-endpoint.server.ts';
import { NEW_COUPON } from '#lib/sales/cart/coupons/coupon-form.schema.ts';
import { addCoupon } from '#lib/sales/cart/coupons/manage-coupons.server.ts';

export const POST = adminEndpoint({
  input: NEW_COUPON,
  run: addCoupon,
  successMessage: ({ code }) => `Customers can use ${code} now.`,
  redirectTo: '/admin/settings/coupons',
  oldInputFields: 'all',
});
