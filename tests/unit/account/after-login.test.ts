import { expect, test } from 'vitest';
import { noticeAfterLogin, pageAfterLogin } from '#lib/sales/account/finish-login.server.ts';

test.each<[requested: string | undefined, hadSavedLines: boolean, page: string]>([
  [undefined, false, '/account/dashboard'],
  [undefined, true, '/account/dashboard'],
  ['/checkout?step=payment', false, '/checkout?step=payment'],
  ['/checkout?step=payment', true, '/cart'],
  ['/products/kurta', true, '/products/kurta'],
  ['/questions/checkout', true, '/questions/checkout'],
])(
  'after a request for %s, with lines saved in an earlier cart: %s, a login redirects to %s',
  (path, hadSavedLines, page) => expect(pageAfterLogin(path, hadSavedLines)).toBe(page),
);

test('joins the messages after a login into one text, and skips empty ones', () => {
  const notices = { cart_notice: 'Two carts are one.', wish_notice: '', orders_notice: 'One order is yours.' };
  expect(noticeAfterLogin(notices)).toBe('Two carts are one. One order is yours.');
  expect(noticeAfterLogin({ cart_notice: '', wish_notice: '', orders_notice: '' })).toBe('');
});
