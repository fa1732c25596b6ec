import { describe, expect, test } from 'vitest';
import { fieldErrors } from '#lib/primitives/field-errors.ts';
import {
  addToCartSchema,
  couponSchema,
  removeLineSchema,
  requestedQuantity,
  updateLineSchema,
} from '#lib/sales/cart/cart.schema.ts';
import { CART_MESSAGES } from '#lib/sales/cart/cart.ts';
import { COUPON_MESSAGES } from '#lib/sales/cart/coupons/coupon.ts';

describe('a request to add to the cart', () => {
  test.each([
    [{ product: 'kurta' }, { product: 'kurta' }],
    [{ product: ' kurta ', price: 1 }, { product: 'kurta' }],
    [
      { product: 17, variant: 4 },
      { product: '17', variant: '4' },
    ],
    [
      { product: 'kurta', quantity: 1.5 },
      { product: 'kurta', quantity: 1.5 },
    ],
    [
      { product: 'kurta', quantity: '1,5' },
      { product: 'kurta', quantity: '1,5' },
    ],
    [{ product: 'k'.repeat(200) }, { product: 'k'.repeat(200) }],
  ])('reads %j as %j', (input, output) => expect(addToCartSchema.parse(input)).toEqual(output));

  test.each([
    [{}, { product: CART_MESSAGES.productNotSold }],
    [{ product: '  ' }, { product: CART_MESSAGES.productNotSold }],
    [{ product: 'k'.repeat(201) }, { product: CART_MESSAGES.productNotSold }],
    [{ product: 'kurta', variant: '' }, { variant: CART_MESSAGES.productNotSold }],
    [{ product: 'kurta', variant: {} }, { variant: CART_MESSAGES.productNotSold }],
    [{ product: 'kurta', quantity: 'x'.repeat(101) }, { quantity: CART_MESSAGES.invalidQuantity }],
    [{ product: 'kurta', quantity: null }, { quantity: CART_MESSAGES.invalidQuantity }],
  ])('rejects %j', (input, errors) => expect(fieldErrors(addToCartSchema, input)).toEqual(errors));
});

test('changing a line requires its id and a quantity, and removing a line only its id', () => {
  expect(updateLineSchema.parse({ id: 'l1', quantity: '2' })).toEqual({ id: 'l1', quantity: '2' });
  expect(Object.keys(fieldErrors(updateLineSchema, {}) ?? {})).toEqual(['id', 'quantity']);
  expect(fieldErrors(updateLineSchema, { id: 'l'.repeat(201), quantity: 1 })).toHaveProperty('id');
  expect(removeLineSchema.parse({ id: 'l1' })).toEqual({ id: 'l1' });
  expect(fieldErrors(removeLineSchema, { id: 'l'.repeat(201) })).toHaveProperty('id');
});

test.each([
  [' sale ', undefined],
  ['c'.repeat(40), undefined],
  ['', COUPON_MESSAGES.codeRequired],
  ['  ', COUPON_MESSAGES.codeRequired],
  [undefined, COUPON_MESSAGES.codeRequired],
  ['c'.repeat(41), COUPON_MESSAGES.unknown],
])('the coupon code %j has the error: %s', (code, message) =>
  expect(fieldErrors(couponSchema, { code })?.code).toBe(message),
);

describe('a quantity', () => {
  const form = new Request('https://shop.example/', { method: 'POST', body: new URLSearchParams({ a: '1' }) });
  const json = (type = 'application/json') =>
    new Request('https://shop.example/', { method: 'POST', body: '{}', headers: { 'content-type': type } });

  test('in a form is parsed from text', () => {
    expect(requestedQuantity(form, '1,5')).toBe(1.5);
    expect(requestedQuantity(form, 'two')).toBeNaN();
    expect(requestedQuantity(new Request('https://shop.example/'), '2')).toBe(2);
  });

  test.each(['application/json', 'application/json; charset=utf-8'])('in %s must be a number', (type) => {
    expect(requestedQuantity(json(type), 2)).toBe(2);
    expect(requestedQuantity(json(type), undefined)).toBeUndefined();
    const rejection = { code: 'invalid', fields: { quantity: CART_MESSAGES.invalidQuantity } };
    expect(() => requestedQuantity(json(type), '2')).toThrow(expect.objectContaining(rejection));
  });
});
