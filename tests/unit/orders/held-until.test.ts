import { expect, test } from 'vitest';
import { heldUntil } from '#lib/sales/orders/record/orders.ts';

test('the hold time of an order is returned only while the order holds stock', () => {
  expect(heldUntil({ stock_held: 1, hold_until: 5 })).toBe(5);
  expect(heldUntil({ stock_held: 1, hold_until: null })).toBeNull();
  expect(heldUntil({ stock_held: 0, hold_until: 5 })).toBeNull();
});
