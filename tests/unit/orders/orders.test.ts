import { describe, expect, test } from 'vitest';
import {
  dueAtDoorPaise,
  isOnTheWay,
  mayCancel,
  mayMove,
  moveRefusal,
  PAYMENT_METHODS,
  PAYMENT_NAMES,
  PAYMENT_PENDING,
  parcelText,
  STATUS_MESSAGES,
  STATUS_NAMES,
  TRACKING_STEPS,
  trackingSteps,
} from '#lib/sales/orders/record/orders.ts';

const states = (...args: Parameters<typeof trackingSteps>) => trackingSteps(...args)?.map(({ state }) => state);

describe('the timeline of an order (product.md, "Orders")', () => {
  test('has six steps', () =>
    expect(TRACKING_STEPS).toEqual(['placed', 'processing', 'shipped', 'in_transit', 'out_for_delivery', 'delivered']));

  test('has completed steps up to the status, then a current step, then pending steps', () => {
    expect(states('shipped', 'paid')).toEqual(['completed', 'completed', 'completed', 'current', 'pending', 'pending']);
    expect(states('placed', 'cod')).toEqual(['completed', 'current', 'pending', 'pending', 'pending', 'pending']);
    expect(states('delivered', 'paid')).toEqual(Array(6).fill('completed'));
  });

  test('begins with placed as the current step of a pending order', () =>
    expect(states('pending', 'paid')?.[0]).toBe('current'));

  test('is missing for an unpaid order, which has a message instead', () => {
    expect(PAYMENT_PENDING.heading).toBe('Payment Pending');
    expect(PAYMENT_PENDING.message).toMatch(/^Your order is waiting for payment confirmation\./);
    for (const status of ['pending', 'placed', 'shipped', 'cancelled'] as const) {
      expect(states(status, 'unpaid')).toBeUndefined();
    }
  });

  test.each(['cancelled', 'returned'] as const)('has only placed as completed when %s', (status) =>
    expect(states(status, 'refund_due')).toEqual(['completed', ...Array(5).fill('cancelled')]),
  );

  test('has a message for every status', () => {
    for (const status of Object.keys(STATUS_NAMES)) expect(STATUS_MESSAGES).toHaveProperty(status);
  });
});

test('orders are paid in cash, through Razorpay or through the test gateway; an unpaid order awaits payment', () => {
  expect(Object.keys(PAYMENT_METHODS)).toEqual(['cod', 'razorpay', 'test']);
  expect(PAYMENT_NAMES.unpaid).toBe('Waiting for payment');
});

describe('moves of an order to another status', () => {
  test('go only forwards', () => {
    for (const [fromIndex, from] of TRACKING_STEPS.entries()) {
      for (const [toIndex, to] of TRACKING_STEPS.entries()) expect(mayMove(from, to)).toBe(toIndex > fromIndex);
    }
  });

  test('are impossible from the final states and from pending', () => {
    for (const from of ['cancelled', 'returned', 'pending'] as const) {
      for (const to of TRACKING_STEPS) expect(mayMove(from, to)).toBe(false);
    }
  });

  test('to returned are possible only after shipping, and to cancelled never', () => {
    expect(mayMove('delivered', 'returned')).toBe(true);
    expect(mayMove('shipped', 'returned')).toBe(true);
    expect(mayMove('processing', 'returned')).toBe(false);
    expect(mayMove('placed', 'cancelled')).toBe(false);
  });

  test('do not include cancelling, which is possible only before shipping', () => {
    const cancellableStatuses = Object.keys(STATUS_NAMES).filter((status) =>
      mayCancel(status as keyof typeof STATUS_NAMES),
    );
    expect(cancellableStatuses).toEqual(['pending', 'placed', 'processing']);
  });
});

describe('a rejected move', () => {
  test.each([
    ['pending', 'shipped', 'This order is pending. It can be changed to “Shipped” once it is paid.'],
    ['placed', 'returned', 'This order is placed, so nothing can come back yet. Ship it first, or cancel it.'],
    ['shipped', 'cancelled', 'This order is shipped. Take its goods back instead.'],
    ['delivered', 'cancelled', 'This order is delivered. Take its goods back instead.'],
    ['cancelled', 'returned', "An order that is cancelled can't be changed to “Returned”."],
    ['returned', 'cancelled', "An order that is returned can't be changed to “Cancelled”."],
    ['processing', 'placed', "An order that is processing can't be changed to “Placed”."],
    ['shipped', 'processing', "An order that is shipped can't be changed to “Processing”."],
  ] as const)('from %s to %s is explained', (from, to, message) => {
    expect(moveRefusal(from, to)).toBe(message);
  });
});

describe('a parcel', () => {
  const unknownParcel = { carrier: null, tracking_number: null, tracking_url: null };
  test.each([
    [unknownParcel, undefined],
    [{ ...unknownParcel, carrier: 'Blue Dart' }, 'Sent by Blue Dart'],
    [{ ...unknownParcel, tracking_number: 'BD77' }, 'Tracking number BD77'],
    [{ ...unknownParcel, tracking_url: 'https://track.example/' }, 'Your parcel is on its way'],
    [{ ...unknownParcel, carrier: 'Blue Dart', tracking_number: 'BD77' }, 'Blue Dart, tracking number BD77'],
  ])('%j is described as “%s”', (parcel, text) => expect(parcelText(parcel)).toBe(text));

  test('is on the way from shipping to delivery', () => {
    const statuses = Object.keys(STATUS_NAMES) as (keyof typeof STATUS_NAMES)[];
    expect(statuses.filter(isOnTheWay)).toEqual(['shipped', 'in_transit', 'out_for_delivery']);
  });
});

describe('the amount due on delivery', () => {
  test('is the total of a cash order that is in progress, and otherwise zero', () => {
    const statuses = Object.keys(STATUS_NAMES) as (keyof typeof STATUS_NAMES)[];
    const dueStatuses = statuses.filter(
      (order_status) => dueAtDoorPaise({ order_status, payment_status: 'cod' }, 500) === 500,
    );
    expect(dueStatuses).toEqual(['pending', 'placed', 'processing', 'shipped', 'in_transit', 'out_for_delivery']);
    expect(dueAtDoorPaise({ order_status: 'delivered', payment_status: 'cod' }, 500)).toBe(0);
    for (const payment_status of ['unpaid', 'paid', 'failed', 'refund_due', 'refunded'] as const) {
      expect(dueAtDoorPaise({ order_status: 'shipped', payment_status }, 500)).toBe(0);
    }
  });
});
