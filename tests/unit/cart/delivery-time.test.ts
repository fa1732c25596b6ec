import { expect, test } from 'vitest';
import { deliveryText, deliveryZone } from '#lib/sales/cart/delivery/delivery.ts';
import {
  arrivalSentence,
  arrivalText,
  preOrderAt,
  preOrderText,
  preOrderWait,
} from '#lib/sales/cart/delivery/delivery-time.ts';
import { demoDelivery } from '#support/demo-content.ts';

const DECEMBER = Date.parse('2026-12-12');
const JANUARY = Date.parse('2027-01-05');
const NOW = Date.parse('2026-11-24T12:00:00+05:30');
const zone = deliveryZone('110001', demoDelivery);

test('an item in stock is not a pre-order, regardless of its shipping date', () => {
  expect(preOrderAt({ quantity: 1, preOrderAt: DECEMBER })).toBeUndefined();
  expect(preOrderAt({ quantity: 0, preOrderAt: DECEMBER })).toBe(DECEMBER);
  expect(preOrderAt({ quantity: 0 })).toBeUndefined();
});

test('an order ships on the latest date of its lines, and is mixed if other lines could ship sooner', () => {
  expect(preOrderWait([null, undefined])).toBeUndefined();
  expect(preOrderWait([DECEMBER, DECEMBER])).toEqual({ shipsAt: DECEMBER, isMixed: false });
  expect(preOrderWait([null, JANUARY, DECEMBER])).toEqual({ shipsAt: JANUARY, isMixed: true });
});

test('texts about a pre-order never promise delivery days from today', () => {
  const wait = preOrderWait([DECEMBER, null]);
  expect(preOrderText(DECEMBER, [])).toBe('Pre-order · Ships from 12 Dec 2026');
  expect(arrivalText(zone, wait, NOW)).toBe('Ships from 12 Dec 2026, arrives 3–7 business days later');
  expect(arrivalSentence(zone, wait, NOW)).toBe('It ships from 12 Dec 2026, and arrives 3–7 business days later.');
  expect(arrivalSentence(zone, undefined, NOW)).toBe('It arrives in 3–7 business days.');
  expect(deliveryText(zone, { isPreOrder: true })).toContain('3–7 business days from the day it ships.');
});

test('omits the minimum for free delivery when delivery is free', () => {
  const text = deliveryText(zone, { isFree: true });
  expect(text).toMatch(/^Delivery is free\. 3–7 business days\./);
  expect(text).not.toContain('999');
});

test('delivery days count from the first working day after a closing, also for a pre-order due during it', () => {
  const closedZone = { ...zone, closings: [{ from: new Date('2026-11-23'), to: new Date('2026-11-28'), message: '' }] };
  expect(arrivalText(closedZone, undefined, NOW)).toBe('Ships from 30 Nov 2026, arrives 3–7 business days later');
  expect(arrivalText(closedZone, preOrderWait([DECEMBER]), NOW)).toContain('Ships from 12 Dec 2026');
  expect(arrivalSentence(closedZone, preOrderWait([Date.parse('2026-11-25')]), NOW)).toContain(
    'ships from 30 Nov 2026',
  );
  expect(arrivalSentence(closedZone, undefined, Date.parse('2026-11-30'))).toBe('It arrives in 3–7 business days.');
  expect(preOrderText(Date.parse('2026-11-25'), closedZone.closings)).toBe('Pre-order · Ships from 30 Nov 2026');
  expect(deliveryText(closedZone, { at: NOW })).toMatch(
    /^Delivery by Tue 8 Dec\. .* 3–7 business days from 30 November\. /,
  );
  expect(deliveryText(closedZone, { at: Date.parse('2026-11-21T12:00:00Z') })).toMatch(
    /^Delivery by Mon 30 Nov\. .* 3–7 business days\. /,
  );
});
