import { describe, expect, test } from 'vitest';
import {
  mayCancel,
  mayMove,
  moveRefusal,
  PAYMENT_METHODS,
  PAYMENT_NAMES,
  PAYMENT_PENDING,
  STATUS_MESSAGES,
  STATUS_NAMES,
  TRACKING_STEPS,
  trackingSteps,
} from '#lib/orders/orders.ts';

const states = (...args: Parameters<typeof trackingSteps>) => trackingSteps(...args)?.map(({ state }) => state);

describe('the timeline of an order (product.md, "Orders")', () => {
  test('its steps', () =>
    expect(TRACKING_STEPS).toEqual(['placed', 'processing', 'shipped', 'in_transit', 'out_for_delivery', 'delivered']));

  test('completed up to the status, then current, then pending', () => {
    expect(states('shipped', 'paid')).toEqual(['completed', 'completed', 'completed', 'current', 'pending', 'pending']);
    expect(states('placed', 'cod')).toEqual(['completed', 'current', 'pending', 'pending', 'pending', 'pending']);
    expect(states('delivered', 'paid')).toEqual(Array(6).fill('completed'));
  });

  test('a pending order is about to be placed', () => expect(states('pending', 'paid')?.[0]).toBe('current'));

  test('unpaid: there is none, and a message in its place', () => {
    expect(PAYMENT_PENDING.heading).toBe('Payment Pending');
    expect(PAYMENT_PENDING.message).toMatch(/^Your order is waiting for payment confirmation\./);
    for (const status of ['pending', 'placed', 'shipped', 'cancelled'] as const) {
      expect(states(status, 'unpaid')).toBeUndefined();
    }
  });

  test.each(['cancelled', 'returned'] as const)('%s: only placed is completed', (status) =>
    expect(states(status, 'refund_due')).toEqual(['completed', ...Array(5).fill('cancelled')]),
  );

  test('every status has a name and a message', () => {
    for (const status of Object.keys(STATUS_NAMES)) expect(STATUS_MESSAGES).toHaveProperty(status);
    expect(PAYMENT_NAMES.unpaid).toBe('Waiting for payment');
    expect(Object.keys(PAYMENT_METHODS)).toEqual(['cod', 'razorpay', 'test']);
  });
});

describe('moves', () => {
  test('forward only', () => {
    for (const [at, from] of TRACKING_STEPS.entries()) {
      for (const [then, to] of TRACKING_STEPS.entries()) expect(mayMove(from, to)).toBe(then > at);
    }
  });

  test('nothing leaves the end states, and nothing skips the payment', () => {
    for (const from of ['cancelled', 'returned', 'pending'] as const) {
      for (const to of TRACKING_STEPS) expect(mayMove(from, to)).toBe(false);
    }
    expect(mayMove('delivered', 'returned')).toBe(true);
    expect(mayMove('shipped', 'returned')).toBe(true);
    expect(mayMove('processing', 'returned')).toBe(false);
    expect(mayMove('placed', 'cancelled')).toBe(false);
  });

  test('cancelling ends with shipping', () => {
    const may = Object.keys(STATUS_NAMES).filter((status) => mayCancel(status as keyof typeof STATUS_NAMES));
    expect(may).toEqual(['pending', 'placed', 'processing']);
  });
});

describe('a refused move', () => {
  test.each([
    ['pending', 'shipped', 'This order is pending. It can become shipped once it is paid.'],
    ['placed', 'returned', /^This order is placed, .*orders move TA-1 shipped, or cancel it: .*orders cancel TA-1$/],
    ['shipped', 'cancelled', /^This order is shipped\..*orders return TA-1$/],
    ['shipped', 'processing', "An order that is shipped can't become processing."],
  ] as const)('from %s to %s says what comes first', (from, to, said) => {
    expect(moveRefusal('TA-1', from, to)).toMatch(said);
  });
});
