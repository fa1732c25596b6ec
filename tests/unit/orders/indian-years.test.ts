import { expect, test } from 'vitest';
import { financialYear, indianYear } from '#lib/sales/orders/record/indian-years.ts';

test.each([
  ['2026-03-31T23:59:59+05:30', '25-26', 2026],
  ['2026-04-01T00:00:00+05:30', '26-27', 2026],
  ['2026-12-31T23:59:59+05:30', '26-27', 2026],
  ['2027-01-01T00:00:00+05:30', '26-27', 2027],
  ['2099-05-01T00:00:00+05:30', '99-00', 2099],
])('%s is in the financial year %s and the calendar year %i', (time, year, calendarYear) => {
  expect(financialYear(Date.parse(time))).toBe(year);
  expect(indianYear(Date.parse(time))).toBe(calendarYear);
});
