import { describe, expect, test } from 'vitest';
import {
  confirmationText,
  isOftenReturned,
  RELEASE_MAX_HOURS,
  REMIND_MAX_HOURS,
} from '#lib/sales/cash-confirmation/confirmation.ts';
import { CONFIRMATION_RULES } from '#lib/sales/cash-confirmation/confirmation-rules.schema.ts';
import { cancellationTime, confirmationOutcome } from '#lib/sales/orders/confirmation/confirm-order.server.ts';
import { packRefusal } from '#lib/sales/orders/packing/pack-refusal.ts';
import { CONFIRM_FIRST, orderMoveRefusal, statusMessage } from '#lib/sales/orders/record/orders.ts';
import { parcelRefusal } from '#lib/sales/printing/parcel-texts.ts';

test.each([
  [{ delivered: 7, returned: 3 }, 30, false],
  [{ delivered: 69, returned: 31 }, 30, true],
  [{ delivered: 0, returned: 4 }, 30, false],
  [{ delivered: 0, returned: 5 }, 99, true],
  [{ delivered: 0, returned: 50 }, 0, false],
])(
  'with the history %j and a limit of %s %%, parcels to a pincode are often returned: %s',
  (history, percent, isOften) => {
    expect(isOftenReturned(history, percent)).toBe(isOften);
  },
);

test('the reminder must precede the cancellation', () => {
  const problems = (remindAfterHours: number, releaseAfterHours: number) => {
    const rules = { when: 'always', abovePaise: 0, returnedPercent: 0, remindAfterHours, releaseAfterHours } as const;
    expect(CONFIRMATION_RULES.schema.safeParse(rules).success).toBe(true);
    const context = { path: CONFIRMATION_RULES.path, hasPicture: () => false, hasFont: () => false };
    return CONFIRMATION_RULES.check?.(rules, context).map(({ field }) => field.join('.'));
  };
  expect(problems(1, 2)).toEqual([]);
  expect(problems(REMIND_MAX_HOURS, RELEASE_MAX_HOURS)).toEqual([]);
  expect(problems(12, 12)).toEqual(['releaseAfterHours']);
  expect(problems(13, 12)).toEqual(['releaseAfterHours']);
});

test('an unconfirmed order is cancelled a grace period after the reminder, however late the reminder was sent', () => {
  const times = { asked_at: 100, remind_after_ms: 20, grace_ms: 5 };
  expect(cancellationTime({ ...times, reminded_at: null })).toBe(125);
  expect(cancellationTime({ ...times, reminded_at: 900 })).toBe(905);
});

describe('the page that the confirmation link opens', () => {
  test.each([
    ['placed', 1, 'waiting', 'Please confirm your order'],
    ['placed', 0, 'confirmed', 'Your order is confirmed'],
    ['processing', 0, 'confirmed', 'Your order is confirmed'],
    ['placed', 0, 'paid', 'Your order is paid'],
    ['cancelled', 0, 'released', 'This order is cancelled'],
    ['cancelled', 0, 'cancelled', 'This order is cancelled'],
    ['cancelled', 0, 'confirmed', 'This order is cancelled'],
    ['shipped', 0, 'confirmed', 'There is nothing to confirm'],
    ['placed', 0, undefined, 'There is nothing to confirm'],
  ] as const)(
    'for a %s order with awaits_confirmation %s and the state %s has the heading “%s”',
    (order_status, awaits_confirmation, state, heading) => {
      expect(confirmationOutcome({ order_status, awaits_confirmation }, state).heading).toBe(heading);
    },
  );

  test('states that an order that was not confirmed in time can be placed again', () => {
    const outcome = confirmationOutcome({ order_status: 'cancelled', awaits_confirmation: 0 }, 'released');
    expect(outcome.message).toContain('order them again');
  });
});

test('an order that awaits confirmation can’t be moved to another status, packed or labelled', () => {
  const order = { order_status: 'placed', payment_status: 'cod', awaits_confirmation: 1, packed_at: null } as const;
  const confirmedOrder = { ...order, awaits_confirmation: 0 };
  expect([orderMoveRefusal(order, 'processing'), orderMoveRefusal(order, 'shipped')]).toEqual([
    CONFIRM_FIRST,
    CONFIRM_FIRST,
  ]);
  expect([packRefusal(order), parcelRefusal(order)]).toEqual([CONFIRM_FIRST, 'waits for the customer’s confirmation']);
  expect([
    orderMoveRefusal(confirmedOrder, 'processing'),
    packRefusal(confirmedOrder),
    parcelRefusal(confirmedOrder),
  ]).toEqual([undefined, undefined, undefined]);
  expect(statusMessage(order)).toMatch(/^Please confirm your order\./);
  expect(statusMessage(confirmedOrder)).toBe('Your order has been placed. We are getting it ready.');
});

test('the text for WhatsApp names the shop, the order, the amount and the deadline', () => {
  const until = Date.parse('2026-11-30T18:00:00+05:30');
  const text = confirmationText({
    shopName: 'Kora',
    number: 'TA-1',
    totalPaise: 64_800,
    until,
    url: 'https://k.in/c/t',
  });
  expect(text).toBe(
    'Kora: please confirm your order TA-1, ₹648.00 in cash on delivery. If you don’t confirm it, we will cancel it on 30 Nov 2026, 6:00 pm.\nhttps://k.in/c/t',
  );
});
