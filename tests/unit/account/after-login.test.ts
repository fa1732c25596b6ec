import { expect, test } from 'vitest';
import { noticeAfterLogin, pageAfterLogin } from '#lib/sales/account/after-login.ts';

test.each<[asked: string | undefined, hadSavedLines: boolean, page: string]>([
  [undefined, false, '/account/dashboard'],
  [undefined, true, '/account/dashboard'],
  ['/checkout?step=payment', false, '/checkout?step=payment'],
  ['/checkout?step=payment', true, '/cart'],
  ['/products/kurta', true, '/products/kurta'],
  ['/questions/checkout', true, '/questions/checkout'],
])('asked for %s, lines of an earlier cart %s: %s', (path, hadSavedLines, page) =>
  expect(pageAfterLogin(path, hadSavedLines)).toBe(page),
);

test('joins the messages after a login into one text, without empty ones', () => {
  const notices = { cart_notice: 'Two carts are one.', wish_notice: '', orders_notice: 'One order is yours.' };
  expect(noticeAfterLogin(notices)).toBe('Two carts are one. One order is yours.');
  expect(noticeAfterLogin({ cart_notice: '', wish_notice: '', orders_notice: '' })).toBe('');
});
