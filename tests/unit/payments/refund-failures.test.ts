import { expect, test } from 'vitest';
import { failuresOf } from '#lib/sales/payments/refund-failures.ts';

test('counts the failed attempts with the id of a refund, and those with its amount but without an id', () => {
  const refund = { id: 'r1', amount_paise: 40_000 };
  const failedAttempt = { outcome: 'refund_failed', shopRefundId: 'r1', amountPaise: 40_000 } as const;
  expect(failuresOf(refund, [])).toBe(0);
  expect(failuresOf(refund, [failedAttempt, failedAttempt, { ...failedAttempt, outcome: 'refunded' }])).toBe(2);
  expect(failuresOf(refund, [{ ...failedAttempt, shopRefundId: 'r2' }])).toBe(0);
  expect(failuresOf(refund, [{ ...failedAttempt, shopRefundId: undefined }])).toBe(1);
  expect(failuresOf(refund, [{ ...failedAttempt, shopRefundId: undefined, amountPaise: 1 }])).toBe(0);
  expect(failuresOf(refund, [{ ...failedAttempt, amountPaise: 1 }])).toBe(1);
});
