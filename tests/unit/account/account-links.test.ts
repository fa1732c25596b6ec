import { expect, test } from 'vitest';
import { isActiveLink } from '#lib/sales/account/account-links.ts';

test.each([
  ['/account/orders', true],
  ['/account/orders/17', true],
  ['/account/orders-of-others', false],
  ['/account', false],
  ['/shop/account/orders/', false],
])('the page %s belongs to the link to /account/orders: %s', (page, isUnder) =>
  expect(isActiveLink(page, '/account/orders')).toBe(isUnder),
);
