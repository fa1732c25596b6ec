import { readFileSync } from 'node:fs';
import { glob } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { longDate, readDay } from '#lib/primitives/calendar-day.ts';
import {
  indianDateTime,
  indianDateTimeWithSeconds,
  indianDay,
  indianDayAndMonth,
  indianIsoDay,
  indianShortDay,
  indianTimeOfDay,
} from '#lib/primitives/indian-time.ts';

test('an evening in London is the next day in India', () => {
  const evening = '2026-03-18T19:00:00.000Z';
  expect(indianDay(evening)).toBe('19 March 2026');
  expect(indianDay(Date.parse('2026-03-18T18:29:59.000Z'))).toBe('18 March 2026');
  expect(indianShortDay(evening)).toBe('19 Mar 2026');
  expect(indianDayAndMonth(evening)).toBe('19 March');
  expect(indianTimeOfDay(evening)).toBe('12:30 am');
  expect(indianDateTime(Date.parse(evening))).toBe('19 Mar 2026, 12:30 am');
  expect(indianDateTimeWithSeconds(evening)).toBe('19 March 2026 at 12:30:00 am');
  expect(indianIsoDay(evening)).toBe('2026-03-19');
  expect(indianIsoDay(Date.parse('2026-03-18T18:29:59.999Z'))).toBe('2026-03-18');
});

test('a day without a time does not depend on the time zone', () => {
  expect(longDate(new Date('2026-03-18'))).toBe('18 March 2026');
});

test('only one file formats times, in India’s time zone, and only one other file formats days', async () => {
  const formatters: string[] = [];
  for await (const path of glob('src/**/*.{ts,tsx,astro}')) {
    const text = readFileSync(path, 'utf8');
    if (/Intl\.DateTimeFormat\(|toLocale(Date|Time)String\(|toLocaleString\([^)]*\{/.test(text)) formatters.push(path);
  }
  expect(formatters.sort()).toEqual(['src/lib/primitives/calendar-day.ts', 'src/lib/primitives/indian-time.ts']);
});

test.each([
  ['2026-12-31', Date.UTC(2026, 11, 31)],
  ['2028-02-29', Date.UTC(2028, 1, 29)],
  ['2026-02-29', undefined],
  ['2026-04-31', undefined],
  ['2026-13-01', undefined],
  ['2026-1-1', undefined],
  ['2026-12-31T00:00:00Z', undefined],
  [' 2026-12-31', undefined],
  ['', undefined],
])('parses the day %j as %s', (text, midnight) => expect(readDay(text)).toBe(midnight));
