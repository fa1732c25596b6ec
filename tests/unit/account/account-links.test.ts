import { expect, test } from 'vitest';
import { isActiveLink } from '#lib/sales/account/account-links.ts';

test.each([
  ['/account/orders', true],
  ['/account/orders/17', true],
  ['/account/orders-of-others', false],
  ['/account', false],
  ['/shop/account/orders/', false],
])('on the page %s, the link to /account/orders is active: %s', (page, isActive) =>
  expect(isActiveLink(page, '/account/orders')).toBe(isActive),
);
