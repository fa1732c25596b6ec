import { expect, test } from 'vitest';
import { mentionsLogin } from '#lib/customers/auth/mentions-login.ts';
import { LOGIN_FIRST } from '#lib/customers/auth/sessions/customer-endpoint.server.ts';
import { REVIEW_MESSAGES } from '#lib/customers/reviews/reviews.ts';
import { WISHLIST_MESSAGES } from '#lib/customers/wishlist/wishlist.ts';
import { CHECKOUT_MESSAGES } from '#lib/sales/checkout/checkout.ts';
import { TOO_MANY_FOR_ADDRESS, TOO_MANY_FROM_NETWORK } from '#lib/sales/orders/holds/order-budget.server.ts';

test.each([
  LOGIN_FIRST,
  CHECKOUT_MESSAGES.loginFirst,
  TOO_MANY_FOR_ADDRESS,
  TOO_MANY_FROM_NETWORK,
  REVIEW_MESSAGES.loginFirst,
  WISHLIST_MESSAGES.loginToAdd,
  WISHLIST_MESSAGES.pleaseLogin,
])('“%s” asks the visitor to log in', (message) => {
  expect(mentionsLogin(message)).toBe(true);
});

test.each(['Your order has been delivered.', 'The catalogue in blogs', CHECKOUT_MESSAGES.checkFields])(
  '“%s” does not ask the visitor to log in',
  (message) => {
    expect(mentionsLogin(message)).toBe(false);
  },
);
