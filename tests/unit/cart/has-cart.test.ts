import { expect, test } from 'vitest';
import { SESSION_COOKIE } from '#lib/auth/cookies.server.ts';
import { CART_COOKIE } from '#lib/cart/cart-owner.server.ts';
import { hasCart } from '#lib/cart/has-cart.ts';
import { cookieName } from '#lib/platform/http/cookie-name.ts';

test.each([CART_COOKIE, SESSION_COOKIE])('a visitor with the cookie %s may have a cart', (name) => {
  for (const isSecure of [true, false])
    expect(hasCart({ headers: { cookie: `visitor=1; ${cookieName(name, isSecure)}=abc` } })).toBe(true);
});

test.each([undefined, '', 'visitor=1; pincode=560001', 'mycart=1', 'x=cart=1'])('%s is of no cart', (cookie) => {
  expect(hasCart({ headers: { cookie } })).toBe(false);
});
