import type { OwnedIds } from './owned-rows.ts';
import { ROUTE_FILES } from './routes.ts';

/**
 * Who may use a route. A and B are two customers. `everyone`: the route is the same for all visitors, or needs a cookie
 * or token, and must not show or change A's data. `customer`: the route is only for customers, each of whom sees only
 * their own data. `rowKind`: the route's parameter is the id of a row of this kind that belongs to A, and B must not
 * find this row. `query` is appended to the path. Each `{kind}` in it is replaced with the id of A's row of that kind.
 */
export interface Access {
  audience?: 'everyone' | 'customer';
  rowKind?: keyof OwnedIds;
  query?: string;
  /**
   * The body for all methods except GET. It may also contain `{kind}`, or `{email}` for A's email address, and is valid
   * enough for the route to check the visitor's identity.
   */
  body?: object;
  /** Whether even A's response to GET contains neither the mark nor the email address. */
  hasNoMark?: boolean;
  /** Whether all visitors share one cached response. */
  isShared?: boolean;
  /** The path's other parameters. */
  parameters?: Record<string, string>;
}

const EVERYONE: Access = { audience: 'everyone' };
const ADMIN_ACCESS = Object.fromEntries(
  ROUTE_FILES.filter((file) => file.startsWith('admin/')).map((file): [string, Access] => [
    file,
    file.includes('[id]') ? { ...EVERYONE, parameters: { id: 'x' } } : EVERYONE,
  ]),
);
const CUSTOMER: Access = { audience: 'customer' };
const SHARED: Access = { audience: 'everyone', isShared: true };
const PRODUCT: Access = { ...SHARED, parameters: { slug: 'loom-kurta' } };
const ADDRESS = { name: 'Mallory', mobile: '9000000000', pincode: '560001', house: '1', street: 'Other Street' };

/**
 * Every route below public/, and every other route that may depend on the visitor, by its file below src/pages.
 * ownership.test.ts fails for a new route until it is listed here.
 */
export const ROUTE_ACCESS: Record<string, Access> = {
  'account/address.astro': CUSTOMER,
  'account/dashboard.astro': CUSTOMER,
  'account/orders/[orderId].astro': { rowKind: 'order' },
  'account/orders/[orderId]/exchange.astro': { rowKind: 'order', hasNoMark: true },
  'account/orders/index.astro': { ...CUSTOMER, hasNoMark: true },
  'account/profile.astro': CUSTOMER,
  'account/reviews/delete.astro': { ...CUSTOMER, query: '?review={review}', hasNoMark: true },
  'account/reviews/edit.astro': { ...CUSTOMER, query: '?product={product}', hasNoMark: true },
  'account/reviews/index.astro': { ...CUSTOMER, hasNoMark: true },
  'account/support-ticket/[id].astro': { rowKind: 'ticket' },
  'account/support-ticket/index.astro': CUSTOMER,
  'account/wishlist.astro': { ...CUSTOMER, hasNoMark: true },
  // These routes are the same for every visitor and customer. The admin's access.test.ts checks the access of staff.
  ...ADMIN_ACCESS,
  'auth/customer/link.ts': EVERYONE,
  'auth/customer/login.ts': EVERYONE,
  'auth/customer/logout.ts': EVERYONE,
  'auth/customer/me.ts': CUSTOMER,
  'auth/customer/register.ts': EVERYONE,
  'auth/customer/resend.ts': EVERYONE,
  'auth/customer/sessions/revoke/[id].ts': { rowKind: 'session' },
  'auth/customer/verify.ts': EVERYONE,
  'back-in-stock/[variantId]/code.astro': { ...EVERYONE, parameters: { variantId: '1' } },
  'back-in-stock/[variantId]/index.astro': { ...EVERYONE, parameters: { variantId: '1' } },
  'back-in-stock/ask.ts': { ...CUSTOMER, body: { variant: '{variant}' } },
  'back-in-stock/confirm.ts': EVERYONE,
  'back-in-stock/start.ts': { ...EVERYONE, body: { variant: '{variant}', email: 'mallory@example.in' } },
  'back-in-stock/stop.ts': { ...CUSTOMER, body: { variant: '{variant}' } },
  'back-in-stock/unsubscribe/[token].astro': EVERYONE,
  'cart.astro': EVERYONE,
  'checkout/index.astro': EVERYONE,
  'checkout/verify.astro': EVERYONE,
  'checkout/payment/[orderId].astro': { rowKind: 'order', hasNoMark: true },
  'demo/mailbox/[id].ts': EVERYONE,
  'demo/mailbox/index.astro': EVERYONE,
  'frontend/subscribe/create.ts': EVERYONE,
  'frontend/subscribe/show/[email].ts': EVERYONE,
  'frontend/subscribe/update/[email].ts': EVERYONE,
  'login.astro': EVERYONE,
  'login/link.astro': EVERYONE,
  'newsletter/code.astro': EVERYONE,
  'newsletter/confirm.ts': EVERYONE,
  'newsletter/index.astro': EVERYONE,
  'newsletter/start.ts': EVERYONE,
  'newsletter/unsubscribe/[token].astro': EVERYONE,
  'notice/contact.astro': EVERYONE,
  'notice/index.astro': EVERYONE,
  'orders/confirm/[token].astro': EVERYONE,
  'orders/track/[token]/exchange.astro': EVERYONE,
  'orders/track/[token]/help.astro': EVERYONE,
  'orders/track/[token]/index.astro': EVERYONE,
  'pay/[token].astro': EVERYONE,
  'public/address/create.ts': { ...CUSTOMER, body: ADDRESS },
  'public/address/delete/[id].ts': { rowKind: 'address' },
  'public/address/index.ts': CUSTOMER,
  'public/address/update/[id].ts': { rowKind: 'address', body: ADDRESS },
  'public/blog/[slug].ts': SHARED,
  'public/blog/index.ts': SHARED,
  'public/cart/coupon/drop.ts': EVERYONE,
  'public/cart/coupon/index.ts': { ...EVERYONE, body: { code: 'NONE' } },
  'public/cart/create.ts': { ...EVERYONE, body: { product: '{product}', quantity: 1 } },
  'public/cart/delete/[id].ts': { rowKind: 'cartLine' },
  'public/cart/drawer.ts': EVERYONE,
  'public/cart/index.ts': EVERYONE,
  'public/cart/outfit.ts': { ...EVERYONE, body: { outfit: 'gallery-afternoon', part0: '1' } },
  'public/cart/pincode.ts': { ...EVERYONE, body: { pincode: '500003' } },
  'public/cart/swatches.ts': { ...EVERYONE, body: { variant: ['1'] } },
  'public/cart/update/[id].ts': { rowKind: 'cartLine', body: { quantity: 2 } },
  'public/checkout/draft.ts': {
    ...EVERYONE,
    body: { step: 'contact', email: 'mallory@example.in', mobile: '9000000000' },
  },
  'public/checkout/drop-coupon.ts': { ...EVERYONE, body: { step: 'payment' } },
  'public/checkout/place.ts': EVERYONE,
  'public/checkout/verify.ts': EVERYONE,
  'public/contact/create.ts': EVERYONE,
  'public/courier/webhook.ts': EVERYONE,
  'public/faq/index.ts': SHARED,
  'public/faq/show/[slug].ts': SHARED,
  'public/light-mode.ts': { ...EVERYONE, body: { off: '1' } },
  'public/orders/[orderId].ts': { rowKind: 'order' },
  'public/orders/address/[orderId].ts': { rowKind: 'order', body: ADDRESS },
  'public/orders/cancel/[orderId].ts': { rowKind: 'order' },
  'public/orders/confirm/[orderId].ts': { rowKind: 'order' },
  'public/orders/credit-note/[orderId].astro': { rowKind: 'order', query: '?number=CN-{order}', hasNoMark: true },
  'public/orders/create.ts': EVERYONE,
  'public/orders/exchange-image/[id].ts': { rowKind: 'exchangeImage' },
  'public/orders/index.ts': { ...CUSTOMER, hasNoMark: true },
  'public/orders/invoice/[orderId].astro': { rowKind: 'order', hasNoMark: true },
  'public/orders/orderExchange/[order].ts': { rowKind: 'order' },
  'public/orders/reorder/[orderId].ts': { rowKind: 'order' },
  'public/payment-gateway/[orderId]/index.astro': { rowKind: 'order', hasNoMark: true, body: { method: 'cod' } },
  'public/payment-gateway/[orderId]/status.ts': { rowKind: 'order', hasNoMark: true },
  'public/payment-gateway/[provider]/return.ts': EVERYONE,
  'public/payment-gateway/[provider]/webhook.ts': EVERYONE,
  'public/pincode/[pin].ts': { ...EVERYONE, parameters: { pin: '500003' } },
  'public/product/brand-counts.ts': SHARED,
  'public/product/category-counts.ts': SHARED,
  'public/product/index.ts': SHARED,
  'public/product/show/[slug].ts': PRODUCT,
  'public/product/variants.ts': SHARED,
  'public/profile/data.ts': CUSTOMER,
  'public/profile/delete.ts': { ...CUSTOMER, body: { email: '{email}' } },
  'public/profile/image.ts': CUSTOMER,
  'public/profile/image/remove.ts': CUSTOMER,
  'public/profile/index.ts': { ...CUSTOMER, body: { name: 'Mallory', email: 'mallory@example.in' } },
  'public/reviews/create.ts': { ...CUSTOMER, body: { product: '{product}', rating: 1, summary: 'Bad' } },
  'public/reviews/delete/[id].ts': { rowKind: 'review' },
  'public/reviews/own.ts': { ...CUSTOMER, query: '?product={product}', hasNoMark: true },
  'public/reviews/product-wise/[slug].ts': PRODUCT,
  'public/search/all.ts': { ...SHARED, query: '?search=kurta' },
  'public/settings.ts': SHARED,
  'public/support-ticket/[id].ts': { rowKind: 'ticket' },
  'public/support-ticket/attachment/[id].ts': { rowKind: 'attachment' },
  'public/support-ticket/create.ts': CUSTOMER,
  'public/support-ticket/index.ts': CUSTOMER,
  'public/support-ticket/send-message/[id].ts': { rowKind: 'ticket' },
  'public/visitor.ts': EVERYONE,
  'public/web-vitals.ts': { ...EVERYONE, body: { LCP: 1200 } },
  'public/wishlist/create.ts': { ...CUSTOMER, body: { product: '{product}' } },
  'public/wishlist/delete/[id].ts': { rowKind: 'wishlistEntry' },
  'public/wishlist/index.ts': { ...CUSTOMER, hasNoMark: true },
  'public/wishlist/move/[id].ts': { rowKind: 'wishlistEntry' },
  'register.astro': EVERYONE,
  'verify.astro': EVERYONE,
};
