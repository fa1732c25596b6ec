import { describe, expect, test } from 'vitest';
import {
  orderPath,
  orderPathForToken,
  orderViewer,
  pathAfterOrder,
  tokenQuery,
} from '#lib/sales/orders/own-order.server.ts';

const viewer = (search: string, customerId?: string, token?: string) => {
  const session = customerId === undefined ? undefined : { customer: { id: customerId } };
  const locals = { session } as unknown as App.Locals;
  return orderViewer({ locals, url: new URL(`https://shop.example/account/orders/1${search}`) }, token);
};

test('the viewer of an order is a customer, or the holder of a link', () => {
  expect(viewer('')).toEqual({ customerId: undefined, token: undefined });
  expect(viewer('', 'asha')).toEqual({ customerId: 'asha', token: undefined });
  expect(viewer('?token=abc')).toEqual({ customerId: undefined, token: 'abc' });
  expect(viewer('?token=abc', 'asha', 'of-the-path')).toEqual({ customerId: 'asha', token: 'of-the-path' });
});

describe('the page of an order', () => {
  test('is the tracking page for the holder of a link, or the account page for a customer', () => {
    expect(orderPath('o1', { token: 't' })).toBe('/orders/track/t');
    expect(orderPath('o1', { token: 't', customerId: 'asha' })).toBe('/account/orders/o1');
    expect(orderPath('o1', { customerId: 'asha' })).toBe('/account/orders/o1');
    expect(orderPath('o1', {})).toBe('/account/orders/o1');
    expect(orderPathForToken('o1', 'a b')).toBe('/orders/track/a%20b');
    expect(orderPathForToken('o1', null)).toBe('/account/orders/o1');
    expect(tokenQuery('a b')).toBe('?token=a%20b');
    expect(tokenQuery(undefined)).toBe('');
  });

  test('after the order is placed is the payment page while the order awaits its payment', () => {
    const pendingOrder = { id: 'o1', order_status: 'pending', payment_status: 'unpaid' } as const;
    expect(pathAfterOrder(pendingOrder, { customerId: 'asha', token: 't' })).toBe('/checkout/payment/o1');
    expect(pathAfterOrder(pendingOrder, { token: 't' })).toBe('/checkout/payment/o1?token=t');
    expect(pathAfterOrder(pendingOrder, {})).toBe('/checkout/payment/o1');
    expect(pathAfterOrder({ ...pendingOrder, payment_status: 'paid' }, { token: 't' })).toBe(
      '/orders/track/t?placed=1',
    );
    expect(pathAfterOrder({ ...pendingOrder, order_status: 'cancelled' }, { customerId: 'asha' })).toBe(
      '/account/orders/o1?placed=1',
    );
  });
});
