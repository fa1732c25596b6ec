import { describe, expect, test } from 'vitest';
import type { CreditKind } from '#lib/platform/db/tables/orders.ts';
import {
  type CreditForMail,
  creditedLines,
  creditMailLines,
  creditMailTemplate,
} from '#lib/sales/orders/mail/credit-mail-text.ts';
import { STATUS_MESSAGES } from '#lib/sales/orders/record/orders.ts';

const LINES: CreditForMail['lines'] = [
  { position: 0, name: 'Kurta', variant: 'M', sell_unit: 'piece' },
  { position: 1, name: 'Cloth', variant: '', sell_unit: 'metre' },
];
const lineOf = (position: number, quantity: number) =>
  ({ position, quantity }) as CreditForMail['credit']['lines'][number];
const ORDER: Parameters<typeof creditMailLines>[0] = {
  ...{ order_status: 'delivered', payment_method: 'razorpay', payment_status: 'paid', advance_paid: 0 },
};

function lines(
  order: Partial<typeof ORDER>,
  credit: Partial<CreditForMail['credit']> = {},
  amounts: Partial<CreditForMail['amounts']> = {},
) {
  return creditMailLines(
    { ...ORDER, ...order },
    {
      credit: { kind: 'returned', reason: null, total_paise: 40_000, owed_paise: 40_000, lines: [], ...credit },
      lines: LINES,
      amounts: { totalPaise: 60_000, toPayPaise: 0, ...amounts },
    },
  ).slice(1);
}
const DEDUCTION = 'Deducted: ₹400.00';
const NEW_TOTAL = 'New total of your order: ₹600.00';
const REFUND = 'Your payment will be refunded. ₹400.00: it goes back the way you paid.';

test.each<[CreditKind, typeof ORDER.order_status, string, RegExp, string]>([
  ['refused', 'returned', 'refused', /come back to us/, 'The parcel was refused'],
  ['returned', 'returned', 'returned', /Return received/, STATUS_MESSAGES.returned],
  ['returned', 'delivered', 'returned', /Return received/, 'We have received the goods that you sent back.'],
  ['cancelled', 'cancelled', 'cancelled', /^Order cancelled/, STATUS_MESSAGES.cancelled],
  ['cancelled', 'placed', 'partly_cancelled', /^Part of your order/, 'A part of your order has been cancelled.'],
  ['refund', 'delivered', 'credited', /reduced the price/, 'We have taken an amount off your order.'],
])('a %s credit for an order that is %s is announced by the email %s', (kind, order_status, mail, subject, text) => {
  const template = creditMailTemplate({ order_status }, { kind });
  expect(template.kind).toBe(mail);
  expect(template.subject).toMatch(subject);
  expect(template.text).toContain(text);
});

describe('the email about a credit', () => {
  test('states the credited items and the reason', () => {
    expect(lines({}, { lines: [lineOf(1, 150), lineOf(0, 0), lineOf(7, 1)], reason: 'Too long' }).slice(0, 2)).toEqual([
      '1.5 m Cloth',
      'Too long',
    ]);
    expect(lines({}, { lines: [lineOf(0, 2), lineOf(1, 50)] })[0]).toBe('2 × Kurta (M)\n0.5 m Cloth');
    expect(lines({}, { lines: [lineOf(0, 0)] })[0]).toBe(DEDUCTION);
    const goods = (...items: ReturnType<typeof lineOf>[]) => creditedLines({ credit: { lines: items }, lines: LINES });
    expect(goods(lineOf(1, 50), lineOf(0, 0))).toEqual([LINES[1]]);
    expect(goods()).toEqual([]);
  });

  test('states the refund and the new total', () => {
    expect(lines({})).toEqual([DEDUCTION, NEW_TOTAL, expect.stringContaining(REFUND)]);
    expect(lines({ payment_method: 'cod' })[2]).toContain('₹400.00: you paid in cash');
    expect(lines({ payment_status: 'cod' }, { owed_paise: 0 }, { toPayPaise: 60_000 })).toEqual([
      ...[DEDUCTION, NEW_TOTAL, 'To pay at the door: ₹600.00'],
    ]);
    expect(lines({}, { owed_paise: 0 })).toEqual([DEDUCTION, NEW_TOTAL]);
  });

  test.each(['cancelled', 'returned'] as const)(
    'for an order that is %s states the total and the retained amount',
    (order_status) => {
      const total = 'Total: ₹400.00';
      expect(lines({ order_status })).toEqual([
        total,
        expect.stringContaining(REFUND),
        'We keep the cost of the delivery: ₹600.00.',
      ]);
      expect(lines({ order_status }, {}, { totalPaise: 0 })).toEqual([total, expect.stringContaining(REFUND)]);
      expect(lines({ order_status }, { owed_paise: 0 }, { toPayPaise: 60_000 })).toEqual([total]);
      expect(lines({ order_status, payment_status: 'failed' }, { owed_paise: 0 })).toEqual([
        total,
        'Nothing was charged.',
      ]);
    },
  );
});
