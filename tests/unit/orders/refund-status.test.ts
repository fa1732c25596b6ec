import { describe, expect, test } from 'vitest';
import {
  isOfPayment,
  matchDueRefunds,
  paymentStatusAfter,
  REFUND_WITHOUT_CREDIT,
} from '#lib/sales/orders/credits/refund-status.ts';
import { refundMethodText, refundSentText } from '#lib/sales/orders/mail/credit-mail-text.ts';

type Refund = Parameters<typeof paymentStatusAfter>[1][number];

describe('the payment status of an order after refunds', () => {
  const creditRefund: Refund = { credit_id: 'c1', reason: 'returned', amount_paise: 40_000, state: 'sent' };
  const secondPaymentRefund: Refund = { credit_id: null, reason: 'paid_twice', amount_paise: 100_000, state: 'sent' };
  const latePaymentRefund: Refund = {
    credit_id: null,
    reason: REFUND_WITHOUT_CREDIT,
    amount_paise: 100_000,
    state: 'sent',
  };
  const order = { order_status: 'delivered', total_paise: 100_000 } as const;
  const cancelledOrder = { ...order, order_status: 'cancelled' } as const;

  test.each([
    ['nothing was refunded', order, [], 0, 'paid'],
    ['a part was refunded', order, [creditRefund], 0, 'paid'],
    ['a part is due', order, [{ ...creditRefund, state: 'due' }], 0, 'paid'],
    ['everything was refunded', order, [creditRefund, { ...creditRefund, amount_paise: 60_000 }], 0, 'refunded'],
    ['a paisa is missing', order, [creditRefund, { ...creditRefund, amount_paise: 59_999 }], 0, 'paid'],
    ['the rest of the total was never paid', order, [creditRefund], 60_000, 'refunded'],
    ['a paisa of the rest was paid', order, [creditRefund], 59_999, 'paid'],
    ['a second payment was refunded', order, [secondPaymentRefund], 0, 'paid'],
    ['the late payment was refunded', order, [latePaymentRefund], 0, 'refunded'],
    [
      'all was refunded, and a second payment is due',
      order,
      [latePaymentRefund, { ...secondPaymentRefund, state: 'due' }],
      0,
      'refund_due',
    ],
    ['the order was cancelled', cancelledOrder, [creditRefund], 0, 'refunded'],
    ['the order came back', { ...order, order_status: 'returned' }, [creditRefund], 0, 'refunded'],
    [
      'the order was cancelled, and the refund is due',
      cancelledOrder,
      [{ ...creditRefund, state: 'due' }],
      0,
      'refund_due',
    ],
    ['the order was cancelled, and nothing was refunded', cancelledOrder, [], 0, 'paid'],
    ['the order was cancelled, and a second payment was refunded', cancelledOrder, [secondPaymentRefund], 0, 'paid'],
  ] as const)('is $4 if $0', (_description, row, refunds, neverPaidPaise, status) =>
    expect(paymentStatusAfter(row, refunds, neverPaidPaise)).toBe(status),
  );
});

describe('a refund by the gateway', () => {
  const PAYMENT = { provider: 'razorpay', reference: 'pay_1' };
  const dueRefund = (id: string, amount_paise: number, payment = PAYMENT) => ({ ...payment, id, amount_paise });
  const settledRefunds = (rows: ReturnType<typeof dueRefund>[], amountPaise: number, shopRefundId?: string) => {
    const { matches, leftPaise } = matchDueRefunds(rows, { ...PAYMENT, refundId: 'rfnd_1', amountPaise, shopRefundId });
    return [...matches.map(({ refund, paise }) => [refund.id, paise]), leftPaise];
  };

  test('settles the due refund with its id, then a refund of the same amount, then the others', () => {
    const rows = [dueRefund('a', 100), dueRefund('b', 300), dueRefund('c', 200)];
    expect(settledRefunds(rows, 300)).toEqual([['b', 300], 0]);
    expect(settledRefunds(rows, 300, 'c')).toEqual([['c', 200], ['b', 100], 0]);
    expect(settledRefunds(rows, 350)).toEqual([['a', 100], ['b', 250], 0]);
    expect(settledRefunds(rows, 600)).toEqual([['a', 100], ['b', 300], ['c', 200], 0]);
    expect(settledRefunds(rows, 650)).toEqual([['a', 100], ['b', 300], ['c', 200], 50]);
    expect(settledRefunds(rows, 50)).toEqual([['a', 50], 0]);
    expect(settledRefunds([], 50)).toEqual([50]);
  });

  test('does not settle any refund of another payment', () => {
    const otherRefunds = [
      dueRefund('a', 100, { ...PAYMENT, reference: 'pay_2' }),
      dueRefund('b', 100, { ...PAYMENT, provider: 'test' }),
    ];
    expect(settledRefunds(otherRefunds, 100)).toEqual([100]);
    expect(isOfPayment(PAYMENT, { ...PAYMENT })).toBe(true);
  });
});

test('texts about a refund depend on the payment method and on whether the shop sent the money by hand', () => {
  expect(refundMethodText({ payment_method: 'cod', advance_paid: 0 })).toMatch(
    /^You paid in cash, .* UPI ID or bank account/,
  );
  expect(refundMethodText({ payment_method: 'razorpay', advance_paid: 0 })).toMatch(/^It goes back the way you paid\./);
  expect(refundSentText('cash', true)).toBe('We have sent it to your UPI ID or bank account.');
  expect(refundSentText('razorpay', true)).toBe('We have sent it to you.');
  expect(refundSentText('razorpay', false)).toMatch(/^It goes back the way you paid\./);
});
