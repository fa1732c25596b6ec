import { describe, expect, test } from 'vitest';
import { largeInvoiceLimitPaise } from '#lib/sales/money-reports/gstr1/large-invoice-limit.ts';
import { chosenMonth, MONTH_QUERY } from '#lib/sales/money-reports/money-query.schema.ts';
import { monthAt, monthOf, nextMonth, previousMonth } from '#lib/sales/money-reports/month.ts';

describe('a month in India', () => {
  test('begins and ends at midnight in India, even at the end of a year', () => {
    const december = monthOf('2026-12');
    expect(december.from).toBe(Date.parse('2026-12-01T00:00:00+05:30'));
    expect(december.to).toBe(Date.parse('2027-01-01T00:00:00+05:30'));
    expect(nextMonth(december)).toEqual(monthOf('2027-01'));
    expect(previousMonth(monthOf('2027-01'))).toEqual(december);
    expect(monthAt(december.to - 1)).toEqual(december);
    expect(monthAt(december.to).key).toBe('2027-01');
  });

  test('is the current month if the query has no valid month', () => {
    const now = Date.parse('2026-11-30T19:00:00Z');
    const monthKey = (query: Record<string, string>) => chosenMonth(MONTH_QUERY.parse(query), now).key;
    expect(monthKey({})).toBe('2026-12');
    expect(monthKey({ month: '2026-13' })).toBe('2026-12');
    expect(monthKey({ month: '2025-04' })).toBe('2025-04');
  });
});

test('the limit for large invoices is ₹1,00,000, and was ₹2,50,000 before August 2024', () => {
  expect(largeInvoiceLimitPaise(Date.parse('2024-07-31T23:59:59+05:30'))).toBe(25_000_000);
  expect(largeInvoiceLimitPaise(Date.parse('2024-08-01T00:00:00+05:30'))).toBe(10_000_000);
});
