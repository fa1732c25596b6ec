import { describe, expect, test } from 'vitest';
import { fieldErrors } from '#lib/primitives/field-errors.ts';
import {
  contactSchema,
  deliverySchema,
  orderCodeSchema,
  placeOrderFormSchema,
  stepFormSchema,
} from '#lib/sales/checkout/checkout.schema.ts';
import { CHECKOUT_MESSAGES } from '#lib/sales/checkout/checkout.ts';

const FORM = { key: 'k1', payment: 'cod', total_cod: '635.50', total_online: '600', ships_at: '1795000000000' };

describe('the form that places an order', () => {
  test('reads totals as numbers, in rupees', () =>
    expect(placeOrderFormSchema.parse(FORM)).toEqual({
      key: 'k1',
      payment: 'cod',
      total_cod: 635.5,
      total_online: 600,
      ships_at: '1795000000000',
    }));

  test.each([
    { payment: 'online' },
    { key: 'k'.repeat(100) },
    { total_cod: 0 },
    { total_online: 100_000_000 },
    { ships_at: undefined },
    { ships_at: '' },
    { ships_at: '9'.repeat(15) },
  ])('accepts %j', (change) => expect(fieldErrors(placeOrderFormSchema, { ...FORM, ...change })).toBeUndefined());

  test.each([
    { payment: 'test' },
    { payment: undefined },
    { key: '' },
    { key: 'k'.repeat(101) },
    { total_cod: -0.01 },
    { total_cod: 'much' },
    { total_online: 100_000_000.01 },
    { total_online: undefined },
    { ships_at: '9'.repeat(16) },
    { ships_at: 'soon' },
    { ships_at: '12 ' },
    { ships_at: ' 12' },
    { ships_at: '-1' },
  ])('rejects %j', (change) =>
    expect(Object.keys(fieldErrors(placeOrderFormSchema, { ...FORM, ...change }) ?? {})).toEqual(Object.keys(change)),
  );

  test('is rejected with a message if it has no payment method', () =>
    expect(fieldErrors(placeOrderFormSchema, { ...FORM, payment: '' })).toEqual({
      payment: CHECKOUT_MESSAGES.choosePayment,
    }));
});

test('a contact requires an email address and a mobile number', () => {
  expect(contactSchema.parse({ email: ' Asha@Example.in', mobile: '98765 43210' })).toEqual({
    email: 'asha@example.in',
    mobile: '9876543210',
  });
  expect(Object.keys(fieldErrors(contactSchema, {}) ?? {})).toEqual(['email', 'mobile']);
});

test('the delivery note is optional', () =>
  expect(deliverySchema.parse({ delivery: 'standard' })).toEqual({ delivery: 'standard', note: '' }));

test('a step form requires a known step and a boolean for drafts, and keeps every other field', () => {
  const input = { step: 'address', isDraft: true, house: '5-4-86' };
  expect(stepFormSchema.parse(input)).toEqual(input);
  expect(stepFormSchema.safeParse({ ...input, step: 'gift' }).success).toBe(false);
  expect(stepFormSchema.safeParse({ ...input, isDraft: 'yes' }).success).toBe(false);
});

test('the form for an emailed code requires the code', () => {
  expect(orderCodeSchema.parse({ code: '1234' })).toEqual({ code: '1234' });
  expect(fieldErrors(orderCodeSchema, {})).toHaveProperty('code');
});
