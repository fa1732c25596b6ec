import { expect, test } from 'vitest';
import { SESSION_COOKIE } from '#lib/customers/auth/sessions/cookies.server.ts';
import { cookieName } from '#lib/platform/http/cookies/cookie-name.ts';
import { CART_COOKIE } from '#lib/sales/cart/cart-owner.server.ts';
import { hasCartCookie } from '#lib/sales/cart/has-cart-cookie.ts';

test.each([CART_COOKIE, SESSION_COOKIE])('the cookie %s may identify a cart', (name) => {
  for (const isSecure of [true, false])
    expect(hasCartCookie({ headers: { cookie: `visitor=1; ${cookieName(name, isSecure)}=abc` } })).toBe(true);
});

test.each([undefined, '', 'visitor=1; pincode=560001', 'mycart=1', 'x=cart=1'])(
  'the cookie header %j identifies no cart',
  (cookie) => {
    expect(hasCartCookie({ headers: { cookie } })).toBe(false);
  },
);
