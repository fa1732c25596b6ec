import { describe, expect, test } from 'vitest';
import { frameFormSchema } from '#lib/sales/payments/frame-form.schema.ts';
import {
  cashMethod,
  framePath,
  frameState,
  STATE_AFTER_TEST,
  stateAfterStart,
} from '#lib/sales/payments/frame-state.ts';

describe('the state of the payment page', () => {
  test.each([
    ['paid', null, 'done'],
    ['cod', 'razorpay', 'done'],
    ['failed', null, 'over'],
    ['refund_due', 'waiting', 'over'],
    ['refunded', 'test', 'over'],
    ['unpaid', undefined, 'choose'],
    ['unpaid', null, 'choose'],
    ['unpaid', 'test', 'test'],
    ['unpaid', 'razorpay', 'razorpay'],
    ['unpaid', 'declined', 'declined'],
    ['unpaid', 'waiting', 'waiting'],
    ['unpaid', 'abandoned', 'abandoned'],
    // These states can't be requested: they depend on the order.
    ['unpaid', 'done', 'choose'],
    ['unpaid', 'over', 'choose'],
    ['unpaid', 'contacting', 'choose'],
  ] as const)('for an order that is %s, with the state %s requested, is: %s', (payment_status, requestedState, state) =>
    expect(frameState({ payment_status }, requestedState)).toBe(state),
  );

  test.each([
    [undefined, 'declined'],
    [{ state: 'created', providerOrderId: 'order_1' }, 'declined'],
    [{ state: 'in_progress' }, 'contacting'],
    [{ state: 'failed' }, 'choose'],
    [{ state: 'none' }, 'choose'],
  ] as const)('after a payment is started, with the gateway’s response %j, is: %s', (start, state) =>
    expect(stateAfterStart(start, 'declined')).toBe(state),
  );

  test('after a test payment depends on its outcome', () =>
    expect(STATE_AFTER_TEST).toEqual({ approve: undefined, decline: 'declined', late: 'waiting' }));
});

test('cash on delivery states the total and the fee if there is a fee', () => {
  const descriptionFor = (feePaise: number) => cashMethod({ feePaise, totalPaise: 153_400 }).about;
  expect(descriptionFor(3_500)).toBe('₹1,534.00, including ₹35.00 for cash on delivery');
  expect(descriptionFor(0)).toBe('Pay the courier in cash');
  expect(cashMethod({ feePaise: 0, totalPaise: 1 })).toMatchObject({ method: 'cod', name: 'Cash on delivery' });
});

test.each([
  [{}, undefined, '/public/payment-gateway/o1'],
  [{ token: 'a&b' }, undefined, '/public/payment-gateway/o1?token=a%26b'],
  [{}, 'waiting', '/public/payment-gateway/o1?state=waiting'],
  [{ token: 't' }, 'test', '/public/payment-gateway/o1?token=t&state=test'],
] as const)('the path for %j in state %s is %s', (viewer, state, path) =>
  expect(framePath('o1', viewer, state)).toBe(path),
);

test.each([
  [{ orderId: 'o1' }, true],
  [{ orderId: 'o1', method: 'razorpay' }, true],
  [{ orderId: 'o1', method: 'test' }, true],
  [{ orderId: 'o1', method: 'cod' }, true],
  [{ orderId: 'o1', method: 'later' }, true],
  [{ orderId: 'o1', outcome: 'approve' }, true],
  [{ orderId: 'o1', outcome: 'decline' }, true],
  [{ orderId: 'o1', outcome: 'late' }, true],
  [{ orderId: 'o1', outcome: 'abandon' }, true],
  [{ orderId: 'o1', method: 'gold' }, false],
  [{ orderId: 'o1', outcome: 'lost' }, false],
  [{ method: 'cod' }, false],
])('the form %j is valid: %s', (form, isValid) => expect(frameFormSchema.safeParse(form).success).toBe(isValid));
