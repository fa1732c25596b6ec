import { expect, test } from 'vitest';
import { creditActionsOf, creditFieldsOf } from '#lib/sales/orders/admin/credit-actions.ts';
import type { OrderAmounts } from '#lib/sales/orders/record/order-amounts.ts';

const amounts = (quantities: number[], totalPaise = 100_000) =>
  ({ lines: quantities.map((quantity, position) => ({ position, quantity })), totalPaise }) as OrderAmounts;

test.each([
  ['pending', 'unpaid', [2], []],
  ['placed', 'cod', [2], ['remove', 'refund']],
  ['processing', 'paid', [1, 1], ['remove', 'refund']],
  ['placed', 'cod', [1], ['refund']],
  ['shipped', 'cod', [1], ['refused', 'lost', 'refund']],
  ['out_for_delivery', 'paid', [1], ['refused', 'lost', 'refund']],
  ['delivered', 'paid', [0, 1], ['returned', 'refund']],
  ['delivered', 'paid', [0], ['refund']],
  ['returned', 'failed', [0], []],
] as const)(
  'an order that is %s and %s with the remaining quantities %j offers %j',
  (order_status, payment_status, quantities, expected) => {
    expect(creditActionsOf({ order_status, payment_status }, amounts([...quantities]))).toEqual(expected);
  },
);

test('an order with a total of zero offers no credits', () => {
  const cancelledOrder = { order_status: 'cancelled', payment_status: 'refunded' } as const;
  expect(creditActionsOf(cancelledOrder, amounts([0], 0))).toEqual([]);
});

test('reads only the fields of the credit form from a query', () => {
  const query = new URLSearchParams({ action: 'refund', line0: '1', next: '/x', amount: '9'.repeat(21), of: '0' });
  expect(creditFieldsOf(query)).toEqual({ action: 'refund', line0: '1', of: '0' });
});
