import { expect, test } from 'vitest';
import { failuresOf } from '#lib/sales/payments/refund-failures.ts';

test('counts the failed attempts with the id of a refund, and those without an id but with its amount', () => {
  const refund = { id: 'r1', amount_paise: 40_000 };
  const failed = { outcome: 'refund_failed', shopRefundId: 'r1', amountPaise: 40_000 } as const;
  expect(failuresOf(refund, [])).toBe(0);
  expect(failuresOf(refund, [failed, failed, { ...failed, outcome: 'refunded' }])).toBe(2);
  expect(failuresOf(refund, [{ ...failed, shopRefundId: 'r2' }])).toBe(0);
  expect(failuresOf(refund, [{ ...failed, shopRefundId: undefined }])).toBe(1);
  expect(failuresOf(refund, [{ ...failed, shopRefundId: undefined, amountPaise: 1 }])).toBe(0);
  expect(failuresOf(refund, [{ ...failed, amountPaise: 1 }])).toBe(1);
});
