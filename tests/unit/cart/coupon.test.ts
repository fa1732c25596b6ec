import { describe, expect, test } from 'vitest';
import {
  COUPON_MESSAGES,
  type Coupon,
  couponCode,
  couponDiscountPaise,
  couponRefusal,
} from '#lib/sales/cart/coupons/coupon.ts';

const FROM = Date.parse('2026-11-01T00:00:00+05:30');
const UNTIL = Date.parse('2026-12-01T00:00:00+05:30');
const coupon: Coupon = {
  code: 'DIWALI',
  kind: 'percent',
  value: 15,
  minimum_paise: 0,
  starts_at: null,
  ends_at: null,
  uses_left: null,
  per_customer: null,
  categories_json: '[]',
  products_json: '[]',
  active: 1,
};
const refusal = (changes: Partial<Coupon>, use: Partial<Parameters<typeof couponRefusal>[1]> = {}) =>
  couponRefusal({ ...coupon, ...changes }, { coveredPaise: 100_000, at: FROM, timesUsed: 0, ...use });

test('trims a code and converts it to upper case', () => {
  expect(couponCode('  diwali ')).toBe('DIWALI');
});

describe('a coupon', () => {
  test('without limits is never rejected', () => expect(refusal({})).toBeUndefined());

  test('is rejected once the owner has stopped it', () => expect(refusal({ active: 0 })).toBe(COUPON_MESSAGES.ended));

  test('is rejected before its start, but not from then on', () => {
    expect(refusal({ starts_at: FROM }, { at: FROM - 1 })).toBe('This coupon is valid from 1 November.');
    expect(refusal({ starts_at: FROM }, { at: FROM })).toBeUndefined();
    expect(refusal({ starts_at: FROM }, { at: UNTIL })).toBeUndefined();
  });

  test('is rejected from its end on, but not before', () => {
    expect(refusal({ ends_at: UNTIL }, { at: UNTIL - 1 })).toBeUndefined();
    expect(refusal({ ends_at: UNTIL }, { at: UNTIL })).toBe(COUPON_MESSAGES.ended);
  });

  test('is rejected when no uses are left', () => {
    expect(refusal({ uses_left: 1 })).toBeUndefined();
    expect(refusal({ uses_left: 0 })).toBe(COUPON_MESSAGES.usedUp);
  });

  test('is rejected for a customer who has used it up', () => {
    expect(refusal({ per_customer: 2 }, { timesUsed: 1 })).toBeUndefined();
    expect(refusal({ per_customer: 2 }, { timesUsed: 2 })).toBe(COUPON_MESSAGES.usedByYou);
    expect(refusal({ per_customer: null }, { timesUsed: 9 })).toBeUndefined();
  });

  test('is rejected without any of the goods that it is limited to', () => {
    expect(refusal({}, { limit: { text: 'Sarees', lineCount: 1 } })).toBeUndefined();
    expect(refusal({}, { coveredPaise: 0, limit: { text: 'Sarees', lineCount: 0 } })).toBe(
      'DIWALI applies only to Sarees. Your cart has none of these.',
    );
  });

  test('is rejected below its minimum, and the error states the missing amount', () => {
    expect(refusal({ minimum_paise: 99_950 }, { coveredPaise: 99_950 })).toBeUndefined();
    expect(refusal({ minimum_paise: 99_950 }, { coveredPaise: 99_949 })).toBe(
      'DIWALI needs an order of ₹999.50: ₹0.01 to go.',
    );
    expect(refusal({ minimum_paise: 99_950 }, { coveredPaise: 99_949, limit: { text: 'Sarees', lineCount: 1 } })).toBe(
      'DIWALI needs items worth ₹999.50 from Sarees: ₹0.01 to go.',
    );
  });
});

describe('the discount', () => {
  test('is a percentage, rounded to the paisa', () => {
    expect(couponDiscountPaise({ kind: 'percent', value: 15 }, 99_999)).toBe(15_000);
    expect(couponDiscountPaise({ kind: 'percent', value: 100 }, 99_999)).toBe(99_999);
  });

  test('is a fixed amount of at most the subtotal', () => {
    expect(couponDiscountPaise({ kind: 'fixed', value: 10_000 }, 10_001)).toBe(10_000);
    expect(couponDiscountPaise({ kind: 'fixed', value: 10_000 }, 9_999)).toBe(9_999);
  });

  test('is zero for free delivery', () => {
    expect(couponDiscountPaise({ kind: 'free_delivery', value: 50 }, 10_000)).toBe(0);
  });
});
