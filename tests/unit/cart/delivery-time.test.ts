import { expect, test } from 'vitest';
import { deliveryText, deliveryZone } from '#lib/sales/cart/delivery/delivery.ts';
import {
  arrivalSentence,
  arrivalText,
  preOrderAt,
  preOrderText,
  waitOf,
} from '#lib/sales/cart/delivery/delivery-time.ts';
import { shippedDelivery } from '#support/shipped-content.ts';

const DECEMBER = Date.parse('2026-12-12');
const JANUARY = Date.parse('2027-01-05');
const zone = deliveryZone('110001', shippedDelivery);

test('an item in stock is no pre-order, whatever its shipping date', () => {
  expect(preOrderAt({ quantity: 1, preOrderAt: DECEMBER })).toBeUndefined();
  expect(preOrderAt({ quantity: 0, preOrderAt: DECEMBER })).toBe(DECEMBER);
  expect(preOrderAt({ quantity: 0 })).toBeUndefined();
});

test('an order ships with the last of its lines, and states whether others could ship sooner', () => {
  expect(waitOf([null, undefined])).toBeUndefined();
  expect(waitOf([DECEMBER, DECEMBER])).toEqual({ shipsAt: DECEMBER, isMixed: false });
  expect(waitOf([null, JANUARY, DECEMBER])).toEqual({ shipsAt: JANUARY, isMixed: true });
});

test('never promises days from today for a pre-order', () => {
  const wait = waitOf([DECEMBER, null]);
  expect(preOrderText(DECEMBER)).toBe('Pre-order · Ships from 12 Dec 2026');
  expect(arrivalText(zone, wait)).toBe('Ships from 12 Dec 2026, arrives 3–7 business days later');
  expect(arrivalSentence(zone, wait)).toBe('It ships from 12 Dec 2026, and arrives 3–7 business days later.');
  expect(arrivalSentence(zone, undefined)).toBe('It arrives in 3–7 business days.');
  expect(deliveryText(zone, { isAhead: true })).toContain('3–7 business days from the day it ships.');
});

test('omits the amount for free delivery where delivery is always free', () => {
  const text = deliveryText(zone, { isFree: true });
  expect(text).toMatch(/^Delivery is free\. 3–7 business days\./);
  expect(text).not.toContain('999');
});
