import { describe, expect, test } from 'vitest';
import {
  isOfPayment,
  matchDueRefunds,
  paymentStatusAfter,
  REFUND_WITHOUT_CREDIT,
} from '#lib/sales/orders/credits/refund-status.ts';
import { refundMethodText, refundSentText } from '#lib/sales/orders/mail/refund-words.ts';

type Refund = Parameters<typeof paymentStatusAfter>[1][number];

describe('the payment of an order after refunds', () => {
  const credited: Refund = { credit_id: 'c1', reason: 'returned', amount_paise: 40_000, state: 'sent' };
  const secondPayment: Refund = { credit_id: null, reason: 'paid_twice', amount_paise: 100_000, state: 'sent' };
  const latePayment: Refund = { credit_id: null, reason: REFUND_WITHOUT_CREDIT, amount_paise: 100_000, state: 'sent' };
  const order = { order_status: 'delivered', total_paise: 100_000 } as const;
  const cancelled = { ...order, order_status: 'cancelled' } as const;

  test.each([
    ['nothing was refunded', order, [], 0, 'paid'],
    ['a part was refunded', order, [credited], 0, 'paid'],
    ['a part is due', order, [{ ...credited, state: 'due' }], 0, 'paid'],
    ['everything was refunded', order, [credited, { ...credited, amount_paise: 60_000 }], 0, 'refunded'],
    ['a paisa is missing', order, [credited, { ...credited, amount_paise: 59_999 }], 0, 'paid'],
    ['the rest was never paid', order, [credited], 60_000, 'refunded'],
    ['a paisa of the rest was paid', order, [credited], 59_999, 'paid'],
    ['a second payment was refunded', order, [secondPayment], 0, 'paid'],
    ['the late payment was refunded', order, [latePayment], 0, 'refunded'],
    [
      'all was refunded, and a second payment is due',
      order,
      [latePayment, { ...secondPayment, state: 'due' }],
      0,
      'refund_due',
    ],
    ['the order was cancelled', cancelled, [credited], 0, 'refunded'],
    ['the order came back', { ...order, order_status: 'returned' }, [credited], 0, 'refunded'],
    ['the order was cancelled, and the refund is due', cancelled, [{ ...credited, state: 'due' }], 0, 'refund_due'],
    ['the order was cancelled, and nothing was refunded', cancelled, [], 0, 'paid'],
    ['the order was cancelled, and a second payment was refunded', cancelled, [secondPayment], 0, 'paid'],
  ] as const)('has the correct status if %s', (_what, row, refunds, neverPaidPaise, status) =>
    expect(paymentStatusAfter(row, refunds, neverPaidPaise)).toBe(status),
  );
});

describe('a refund of the gateway', () => {
  const PAYMENT = { provider: 'razorpay', reference: 'pay_1' };
  const due = (id: string, amount_paise: number, payment = PAYMENT) => ({ ...payment, id, amount_paise });
  const counted = (rows: ReturnType<typeof due>[], amountPaise: number, refundId?: string) => {
    const { counted: steps, leftPaise } = matchDueRefunds(rows, { ...PAYMENT, amountPaise, refundId });
    return [...steps.map(({ refund, paise }) => [refund.id, paise]), leftPaise];
  };

  test('settles the due refund that it names, then a refund of the same amount, then the others', () => {
    const rows = [due('a', 100), due('b', 300), due('c', 200)];
    expect(counted(rows, 300)).toEqual([['b', 300], 0]);
    expect(counted(rows, 300, 'c')).toEqual([['c', 200], ['b', 100], 0]);
    expect(counted(rows, 350)).toEqual([['a', 100], ['b', 250], 0]);
    expect(counted(rows, 600)).toEqual([['a', 100], ['b', 300], ['c', 200], 0]);
    expect(counted(rows, 650)).toEqual([['a', 100], ['b', 300], ['c', 200], 50]);
    expect(counted(rows, 50)).toEqual([['a', 50], 0]);
    expect(counted([], 50)).toEqual([50]);
  });

  test('settles none of another payment', () => {
    const others = [due('a', 100, { ...PAYMENT, reference: 'pay_2' }), due('b', 100, { ...PAYMENT, provider: 'test' })];
    expect(counted(others, 100)).toEqual([100]);
    expect(isOfPayment(PAYMENT, { ...PAYMENT })).toBe(true);
  });
});

test('texts about a refund depend on the payment method, and on whether the shop sent the money itself', () => {
  expect(refundMethodText({ payment_method: 'cod', advance_paid: 0 })).toMatch(
    /^You paid in cash, .* UPI ID or bank account/,
  );
  expect(refundMethodText({ payment_method: 'razorpay', advance_paid: 0 })).toMatch(/^It goes back the way you paid\./);
  expect(refundSentText('cash', true)).toBe('We have sent it to your UPI ID or bank account.');
  expect(refundSentText('razorpay', true)).toBe('We have sent it to you.');
  expect(refundSentText('razorpay', false)).toMatch(/^It goes back the way you paid\./);
});
