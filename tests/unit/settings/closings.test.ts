import { describe, expect, test } from 'vitest';
import {
  type Closing,
  closingNotice,
  closingState,
  closingTimes,
  lastPackingTime,
  packingTime,
} from '#lib/shop/settings/closings.ts';
import { SETTINGS } from '#lib/shop/settings/settings.schema.ts';
import { demoSettings } from '#support/demo-content.ts';

const inIndia = (time: string) => Date.parse(`${time}+05:30`);
const closing = (from: string, to: string, message = ''): Closing => ({
  from: new Date(from),
  to: new Date(to),
  message,
});
const packedAt = (closings: Closing[], time: string) => new Date(packingTime(inIndia(time), closings)).toISOString();
const utc = (time: string) => new Date(inIndia(time)).toISOString();
/** A closing from Saturday to Tuesday. */
const DIWALI = closing('2026-10-24', '2026-10-27');

describe('the time of packing', () => {
  test('is the time of the order unless the shop is closed; a closing lasts from midnight to midnight in India', () => {
    for (const time of ['2026-10-23T23:59:59', '2026-10-28T00:00:00']) expect(packedAt([DIWALI], time)).toBe(utc(time));
    expect(packedAt([DIWALI], '2026-10-24T00:00:00')).toBe(utc('2026-10-28T00:00:00'));
    expect(packedAt([DIWALI], '2026-10-27T23:59:59')).toBe(utc('2026-10-28T23:59:59'));
    expect(packedAt([], '2026-10-25T12:00:00')).toBe(utc('2026-10-25T12:00:00'));
  });

  test('of a pre-order is a day, as midnight UTC', () => {
    expect(new Date(packingTime(Date.parse('2026-10-25'), [DIWALI])).toISOString()).toBe('2026-10-28T00:00:00.000Z');
    expect(packingTime(Date.parse('2026-10-28'), [DIWALI])).toBe(Date.parse('2026-10-28'));
  });

  test.each([
    ['overlap', [closing('2026-10-27', '2026-10-29'), DIWALI], '2026-10-30'],
    ['contain another', [closing('2026-10-20', '2026-10-29'), DIWALI], '2026-10-30'],
    ['follow each other', [DIWALI, closing('2026-10-28', '2026-10-28')], '2026-10-29'],
    [
      'are separated by a Sunday',
      [closing('2026-10-30', '2026-10-31'), closing('2026-11-02', '2026-11-02')],
      '2026-11-03',
    ],
    ['end on a Saturday', [closing('2026-10-30', '2026-10-31')], '2026-11-02'],
    ['end on a Sunday', [closing('2026-10-30', '2026-11-01')], '2026-11-02'],
  ])('skips closings that %s', (_, closings, day) => {
    for (const { from } of closings) {
      const time = `${from.toISOString().slice(0, 10)}T10:00:00`;
      expect(packedAt(closings, time), time).toBe(utc(`${day}T10:00:00`));
    }
  });

  test('is after a closing for an order on a Sunday next to it, and the same day on any other Sunday', () => {
    const mondayClosing = closing('2026-10-26', '2026-10-26');
    expect(packedAt([mondayClosing], '2026-10-25T10:00:00')).toBe(utc('2026-10-27T10:00:00'));
    expect(packedAt([closing('2026-10-24', '2026-10-24')], '2026-10-25T10:00:00')).toBe(utc('2026-10-26T10:00:00'));
    expect(packedAt([mondayClosing], '2026-10-18T10:00:00')).toBe(utc('2026-10-18T10:00:00'));
  });

  test('is never on an earlier day for a later order', () => {
    const closings = [DIWALI, closing('2026-10-31', '2026-10-31'), closing('2026-11-02', '2026-11-04')];
    const times = Array.from({ length: 24 * 30 }, (_, hour) =>
      packingTime(inIndia('2026-10-15T00:30:00') + hour * 3_600_000, closings),
    );
    const days = times.map((time) => Math.floor((time + 5.5 * 3_600_000) / 86_400_000));
    expect(days).toEqual(days.toSorted((a, b) => a - b));
  });
});

describe('the notice about a closing', () => {
  const NOTICE = 'We are closed from 24 to 27 October.';

  test('is shown from a week before the closing until packing resumes, and changes when the shop closes', () => {
    const noticeAt = (time: string) => closingNotice([DIWALI], inIndia(time));
    expect(noticeAt('2026-10-16T23:59:59')).toBeUndefined();
    const noticeBefore = `${NOTICE} Orders that we have not packed by then are packed on 28 October.`;
    expect([noticeAt('2026-10-17T00:00:00'), noticeAt('2026-10-23T23:59:59')]).toEqual([noticeBefore, noticeBefore]);
    const noticeDuring = `${NOTICE} Orders placed now are packed on 28 October.`;
    expect([noticeAt('2026-10-24T00:00:00'), noticeAt('2026-10-27T23:59:59')]).toEqual([noticeDuring, noticeDuring]);
    expect(noticeAt('2026-10-28T00:00:00')).toBeUndefined();
  });

  test('has the owner’s message about the closing', () => {
    const closings = [closing('2026-10-24', '2026-10-25', 'Happy Diwali!'), closing('2026-10-26', '2026-10-27')];
    const noticeAt = (time: string) => closingNotice(closings, inIndia(time));
    expect(noticeAt('2026-10-20T10:00:00')).toMatch(/^Happy Diwali! Orders that we/);
    expect(noticeAt('2026-10-25T10:00:00')).toBe('Happy Diwali! Orders placed now are packed on 28 October.');
    expect(noticeAt('2026-10-26T10:00:00')).toBe(`${NOTICE} Orders placed now are packed on 28 October.`);
    for (const time of ['2026-10-17', '2026-10-24', '2026-10-26', '2026-10-28'])
      expect(closingTimes(closings)).toContain(inIndia(`${time}T00:00:00`));
  });

  test.each([
    ['2026-10-24', '2026-10-24', 'on 24 October'],
    ['2026-10-31', '2026-11-02', 'from 31 October to 2 November'],
    ['2026-12-28', '2027-01-02', 'from 28 December to 2 January'],
  ])('from %s to %s states: closed %s', (from, to, days) => {
    expect(closingNotice([closing(from, to)], inIndia(`${from}T12:00:00`))).toContain(`We are closed ${days}. `);
  });

  test('is shorter for staff, and a closing does not make a pre-order overdue', () => {
    expect(closingState([DIWALI], inIndia('2026-10-20T12:00:00'))).toBe('closed from 24 October');
    expect(closingState([DIWALI], inIndia('2026-10-24T12:00:00'))).toBe('closed until 27 October');
    expect(closingState([DIWALI], inIndia('2026-10-28T12:00:00'))).toBeUndefined();
    expect(lastPackingTime([DIWALI], inIndia('2026-10-26T12:00:00'))).toBe(inIndia('2026-10-24T00:00:00') - 1);
    expect(lastPackingTime([DIWALI], inIndia('2026-10-28T12:00:00'))).toBe(inIndia('2026-10-28T12:00:00'));
  });
});

test.each([
  ['2026-10-24', '2026-10-23', ['must not be before the first day']],
  ['2026-10-24', '2062-10-27', ['must not be more than 100 days after the first day']],
  ['2026-10-24', '2026-10-24', []],
])('a closing from %s to %s has the problems: %o', (from, to, messages) => {
  const context = { path: 'settings', hasPicture: () => true, hasFont: () => true };
  const problems = SETTINGS.check?.({ ...demoSettings, closings: [closing(from, to)] }, context);
  expect(problems?.map(({ message }) => message)).toEqual(messages);
});
