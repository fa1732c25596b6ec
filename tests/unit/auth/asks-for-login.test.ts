import { expect, test } from 'vitest';
import { asksForLogin } from '#lib/auth/asks-for-login.ts';
import { LOGIN_FIRST } from '#lib/auth/customer-endpoint.server.ts';
import { CHECKOUT_MESSAGES } from '#lib/checkout/checkout.ts';
import { TOO_MANY_FOR_ADDRESS, TOO_MANY_FROM_NETWORK } from '#lib/orders/order-budget.server.ts';
import { REVIEW_MESSAGES } from '#lib/reviews/reviews.ts';
import { WISHLIST_MESSAGES } from '#lib/wishlist/wishlist.ts';

test.each([
  LOGIN_FIRST,
  CHECKOUT_MESSAGES.loginFirst,
  TOO_MANY_FOR_ADDRESS,
  TOO_MANY_FROM_NETWORK,
  REVIEW_MESSAGES.loginFirst,
  WISHLIST_MESSAGES.loginToAdd,
  WISHLIST_MESSAGES.pleaseLogin,
])('“%s” is shown with a button to log in', (message) => {
  expect(asksForLogin(message)).toBe(true);
});

test.each(['Your order has been delivered.', 'The catalogue in blogs', CHECKOUT_MESSAGES.look])(
  '“%s” is not',
  (message) => {
    expect(asksForLogin(message)).toBe(false);
  },
);
