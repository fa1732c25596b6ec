import { expect, test } from 'vitest';
import { countRefundFailures } from '#lib/sales/payments/refund-order.server.ts';

test('counts the failed attempts with the id of a refund, and those with its amount but without an id', () => {
  const refund = { id: 'r1', amount_paise: 40_000 };
  const failedAttempt = { outcome: 'refund_failed', shopRefundId: 'r1', amountPaise: 40_000 } as const;
  expect(countRefundFailures(refund, [])).toBe(0);
  expect(countRefundFailures(refund, [failedAttempt, failedAttempt, { ...failedAttempt, outcome: 'refunded' }])).toBe(
    2,
  );
  expect(countRefundFailures(refund, [{ ...failedAttempt, shopRefundId: 'r2' }])).toBe(0);
  expect(countRefundFailures(refund, [{ ...failedAttempt, shopRefundId: undefined }])).toBe(1);
  expect(countRefundFailures(refund, [{ ...failedAttempt, shopRefundId: undefined, amountPaise: 1 }])).toBe(0);
  expect(countRefundFailures(refund, [{ ...failedAttempt, amountPaise: 1 }])).toBe(1);
});
