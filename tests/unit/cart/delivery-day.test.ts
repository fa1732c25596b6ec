import { expect, test } from 'vitest';
import { deliveryDay } from '#lib/sales/cart/delivery/delivery-day.ts';

const inIndia = (time: string) => Date.parse(`${time}+05:30`);

test('counts business days, which exclude Sundays', () => {
  // A Tuesday.
  expect(deliveryDay([1, 3], inIndia('2026-11-24T12:00:00'))).toBe('Fri 27 Nov');
  expect(deliveryDay([2, 5], inIndia('2026-11-24T12:00:00'))).toBe('Mon 30 Nov');
  expect(deliveryDay([6, 12], inIndia('2026-11-24T12:00:00'))).toBe('Tue 8 Dec');
});

test('counts from the date in India, regardless of the hour', () => {
  expect(deliveryDay([1, 1], inIndia('2026-11-28T00:00:00'))).toBe('Mon 30 Nov');
  expect(deliveryDay([1, 1], inIndia('2026-11-28T23:59:59'))).toBe('Mon 30 Nov');
  expect(deliveryDay([1, 1], inIndia('2026-11-29T00:00:00'))).toBe('Mon 30 Nov');
});
