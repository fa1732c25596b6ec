import { expect, test } from 'vitest';
import { httpStatus, isShopError, ShopError } from '#lib/platform/errors/shop-error.ts';

test('recognizes a shop error by its name and code, or by one given code', () => {
  const refusal = new ShopError('conflict', 'Taken');
  expect(isShopError(refusal)).toBe(true);
  expect(isShopError(refusal, 'conflict')).toBe(true);
  expect(isShopError(refusal, 'busy')).toBe(false);
  const others = [new Error('x'), Object.assign(new Error('x'), { code: 'conflict' }), undefined, 'conflict'];
  for (const error of others) expect([isShopError(error), isShopError(error, 'conflict')]).toEqual([false, false]);
  expect(isShopError(Object.assign(new Error('x'), { name: 'ShopError', code: 'ENOENT' }))).toBe(false);
});

test('has its status, fields and cause', () => {
  const cause = new Error('x');
  const refusal = new ShopError('busy', 'Later', { name: 'Later' }, { cause });
  expect(refusal).toMatchObject({ message: 'Later', fields: { name: 'Later' }, cause });
  expect(httpStatus(refusal.code)).toBe(503);
});
