import { describe, expect, test } from 'vitest';
import { IDEMPOTENCY_KEY_TOO_LONG } from '#lib/platform/http/endpoint/idempotency-key.ts';
import { fieldErrors } from '#lib/primitives/field-errors.ts';
import { orderListSchema, orderSchema, ownOrderSchema } from '#lib/sales/checkout/order.schema.ts';
import { ORDER_MESSAGES as MESSAGES } from '#lib/sales/orders/record/orders.ts';

const CONTACT = { email: 'asha@example.in', mobile: '9876543210' };
const ORDER = { contact: CONTACT, address: 'a1', payment: 'cod' };
const ADDRESS = { name: 'Asha Rao', mobile: '9876543210', pincode: '500003', house: '5', street: 'Karkhana Lane' };

describe('a request for an order', () => {
  test.each([
    [ORDER, ORDER],
    [
      { ...ORDER, contact: undefined },
      { address: 'a1', payment: 'cod' },
    ],
    [
      { ...ORDER, total: 648.5 },
      { ...ORDER, total: 648.5 },
    ],
    [
      { ...ORDER, total: '648.50' },
      { ...ORDER, total: 648.5 },
    ],
    [
      { ...ORDER, note: ' Ring twice ' },
      { ...ORDER, note: 'Ring twice' },
    ],
    [{ ...ORDER, price: 1 }, ORDER],
    [
      { 'contact.email': 'asha@example.in', 'contact.mobile': '9876543210', address: 'a1', payment: 'test' },
      { ...ORDER, payment: 'test' },
    ],
    // A group takes precedence over separate fields.
    [{ ...ORDER, 'contact.email': 'other@example.in' }, ORDER],
  ])('reads %j as %j', (input, output) => expect(orderSchema.parse(input)).toEqual(output));

  test('accepts a new address, as an object or as the fields of a form', () => {
    const form = Object.fromEntries(Object.entries(ADDRESS).map(([name, value]) => [`address.${name}`, value]));
    const order = orderSchema.parse({ contact: CONTACT, payment: 'cod', ...form });
    expect(order.address).toMatchObject({ ...ADDRESS, landmark: '', type: 'home' });
    expect(orderSchema.parse({ ...ORDER, address: ADDRESS }).address).toEqual(order.address);
  });

  test.each([
    [{ address: undefined }, { address: MESSAGES.address }],
    [{ address: '' }, { address: MESSAGES.address }],
    [{ address: 'a'.repeat(65) }, { address: MESSAGES.address }],
    [{ payment: 'gold' }, { payment: MESSAGES.payment }],
    [{ note: 'n'.repeat(501) }, { note: MESSAGES.note }],
    [{ total: '648.555' }, { total: MESSAGES.total }],
    [{ total: 'x1' }, { total: MESSAGES.total }],
    [{ total: '1x' }, { total: MESSAGES.total }],
    [{ total: '1234567890' }, { total: MESSAGES.total }],
    [{ total: true }, { total: MESSAGES.total }],
    [{ idempotency_key: 'k'.repeat(201) }, { idempotency_key: IDEMPOTENCY_KEY_TOO_LONG }],
    [{ contact: { ...CONTACT, email: 'asha' } }, { contact: MESSAGES.email }],
    [{ contact: { ...CONTACT, mobile: '12' } }, { contact: MESSAGES.mobile }],
  ])('with %j is rejected', (change, errors) =>
    expect(fieldErrors(orderSchema, { ...ORDER, ...change })).toEqual(errors),
  );

  test.each([{ note: 'n'.repeat(500) }, { idempotency_key: 'k'.repeat(200) }, { address: 'a'.repeat(64) }])(
    'accepts %j',
    (change) => expect(fieldErrors(orderSchema, { ...ORDER, ...change })).toBeUndefined(),
  );

  test.each([null, 'text', 5, []])('rejects %j', (input) => expect(orderSchema.safeParse(input).success).toBe(false));
});

test('an order is identified by its id, and a guest’s order also by a token', () => {
  expect(ownOrderSchema.parse({ orderId: 'o1' })).toEqual({ orderId: 'o1' });
  expect(ownOrderSchema.parse({ orderId: 'o1', token: 't' })).toEqual({ orderId: 'o1', token: 't' });
  expect(fieldErrors(ownOrderSchema, {})).toHaveProperty('orderId');
});

test.each([
  [undefined, 1],
  ['3', 3],
  ['123456', 123_456],
  ['1234567', undefined],
  ['x1', undefined],
  ['1x', undefined],
  ['-1', undefined],
])('the page %j of the order list is %s', (page, number) =>
  expect(orderListSchema.safeParse({ page }).data?.page).toBe(number),
);
