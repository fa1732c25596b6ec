import { expect, test } from 'vitest';
import { httpStatus, isShopError, ShopError } from '#lib/platform/errors/shop-error.ts';

test('recognizes a shop error with any known code, or only with the requested code', () => {
  const shopError = new ShopError('conflict', 'Taken');
  expect(isShopError(shopError)).toBe(true);
  expect(isShopError(shopError, 'conflict')).toBe(true);
  expect(isShopError(shopError, 'busy')).toBe(false);
  const otherErrors = [new Error('x'), Object.assign(new Error('x'), { code: 'conflict' }), undefined, 'conflict'];
  for (const error of otherErrors) expect([isShopError(error), isShopError(error, 'conflict')]).toEqual([false, false]);
  expect(isShopError(Object.assign(new Error('x'), { name: 'ShopError', code: 'ENOENT' }))).toBe(false);
});

test('a shop error has a message, fields and a cause, and its code determines the HTTP status', () => {
  const cause = new Error('x');
  const shopError = new ShopError('busy', 'Later', { name: 'Later' }, { cause });
  expect(shopError).toMatchObject({ message: 'Later', fields: { name: 'Later' }, cause });
  expect(httpStatus(shopError.code)).toBe(503);
});
