import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cartTotals, lineSubtotalPaise, type PricedLine } from '#lib/sales/cart/cart-totals.ts';
import { couponDiscountPaise } from '#lib/sales/cart/coupons/coupon.ts';
import { prepaidDiscountPaise } from '#lib/sales/cart/payment-terms/payment-terms.ts';
import { demoRates } from '#support/demo-content.ts';
import { prepaidDiscounts } from '#support/payment-terms.ts';

const AT = Date.parse('2026-11-21T06:00:00Z');
const ZONE = { pricePaise: 7_900, codFeePaise: 2_900, freeFromPaise: 99_900 };
const hsn = fc.constantFrom('6206', '5208', null);
const line: fc.Arbitrary<PricedLine> = fc.oneof(
  fc.record({
    sellUnit: fc.constant('piece' as const),
    pricePaise: fc.nat(10_000_000),
    quantity: fc.integer({ min: 1, max: 20 }),
    hsn,
  }),
  fc.record({
    sellUnit: fc.constant('metre' as const),
    pricePaise: fc.nat(1_000_000),
    quantity: fc.integer({ min: 1, max: 10_000 }),
    hsn,
  }),
);
/** Lines of a cart; some are parts of outfits. */
const lines = fc.array(
  fc.tuple(line, fc.option(fc.integer({ min: 0, max: 90 }), { nil: undefined })).map(([line, percent]) => ({
    ...line,
    outfitPaise: percent === undefined ? undefined : Math.floor((lineSubtotalPaise(line) * percent) / 100),
  })),
  { maxLength: 30 },
);
const lineCoverage = fc.option(fc.array(fc.boolean(), { minLength: 30, maxLength: 30 }), { nil: undefined });
const terms = fc.option(
  fc.oneof(
    fc.record({ kind: fc.constant('percent' as const), value: fc.integer({ min: 1, max: 100 }) }),
    fc.record({ kind: fc.constant('fixed' as const), value: fc.nat(100_000_000) }),
    fc.record({ kind: fc.constant('free_delivery' as const), value: fc.constant(0) }),
  ),
  { nil: undefined },
);
const coupon = fc
  .tuple(terms, lineCoverage)
  .map(([discount, coveredLines]) => discount && { ...discount, lineCoverage: coveredLines });

describe('totals of a cart', () => {
  test('subtotal − discount + delivery = total, and the lines add up to subtotal and discount, to the paisa', () => {
    fc.assert(
      fc.property(
        lines,
        coupon,
        fc.boolean(),
        fc.nat(10_000),
        prepaidDiscounts,
        (cart, code, isCod, giftWrapPaise, discount) => {
          const prepaid = isCod ? undefined : discount;
          const terms = { coupon: code, zone: ZONE, at: AT, rates: demoRates, isCod, prepaid };
          const totals = cartTotals(cart, { ...terms, giftWrapPaise });
          const withoutGiftWrap = cartTotals(cart, terms);
          expect(totals.totalPaise - withoutGiftWrap.totalPaise).toBe(giftWrapPaise);
          expect(totals.freeDeliveryInPaise).toBe(withoutGiftWrap.freeDeliveryInPaise);
          const sum = (amountOf: (line: (typeof totals.lines)[number]) => number) =>
            totals.lines.reduce((total, line) => total + amountOf(line), 0);
          expect(totals.totalPaise).toBe(totals.subtotalPaise - totals.discountPaise + totals.deliveryPaise);
          expect(sum((line) => line.subtotalPaise)).toBe(totals.subtotalPaise);
          expect(sum((line) => line.discountPaise)).toBe(totals.discountPaise);
          expect(sum((line) => line.totalPaise)).toBe(totals.subtotalPaise - totals.discountPaise);
          const coveredLines = totals.lines.filter((_line, index) => code?.lineCoverage?.[index] ?? true);
          const outfitPaise = (index: number) => cart[index]?.outfitPaise ?? 0;
          const coveredPaise = coveredLines.reduce(
            (sum, line) => sum + line.subtotalPaise - outfitPaise(totals.lines.indexOf(line)),
            0,
          );
          expect(totals.outfitPaise).toBe(cart.reduce((sum, _line, index) => sum + outfitPaise(index), 0));
          const couponPaise = code ? couponDiscountPaise(code, coveredPaise) : 0;
          expect(totals.discountPaise - totals.outfitPaise - totals.prepaidDiscountPaise).toBe(couponPaise);
          expect(sum((line) => line.prepaidDiscountPaise)).toBe(totals.prepaidDiscountPaise);
          const goodsPaise = totals.subtotalPaise - totals.outfitPaise - couponPaise;
          expect(totals.prepaidDiscountPaise).toBe(prepaid ? prepaidDiscountPaise(prepaid, goodsPaise) : 0);
          expect(totals.prepaidDiscountPaise).toBeLessThanOrEqual(goodsPaise);
          // Free delivery does not depend on the payment method.
          const totalsWithoutPrepaid = cartTotals(cart, { ...terms, giftWrapPaise, prepaid: undefined });
          expect(totals.deliveryPaise).toBe(totalsWithoutPrepaid.deliveryPaise);
          for (const line of totals.lines) {
            if (!coveredLines.includes(line))
              expect(line.discountPaise).toBe(outfitPaise(totals.lines.indexOf(line)) + line.prepaidDiscountPaise);
            expect(line.totalPaise).toBeGreaterThanOrEqual(0);
            expect(line.discountPaise).toBeGreaterThanOrEqual(0);
          }
          for (const amount of [totals.totalPaise, totals.discountPaise, totals.deliveryPaise]) {
            expect(Number.isSafeInteger(amount)).toBe(true);
          }
        },
      ),
    );
  });

  test.each([
    ['two pieces', { sellUnit: 'piece', pricePaise: 200_000, quantity: 2 }],
    ['three metres', { sellUnit: 'metre', pricePaise: 100_000, quantity: 300 }],
    ['half a metre', { sellUnit: 'metre', pricePaise: 240_000, quantity: 50 }],
  ] as const)('the tax rate of %s depends on the unit price, not on the price of the line', (_description, goods) => {
    const line = { ...goods, hsn: '6206' };
    expect(cartTotals([line], { zone: ZONE, at: AT, rates: demoRates }).lines[0]?.taxRateBp).toBe(500);
    const expensiveLine = { ...line, pricePaise: 260_000 };
    expect(cartTotals([expensiveLine], { zone: ZONE, at: AT, rates: demoRates }).lines[0]?.taxRateBp).toBe(1_800);
  });

  test('taxes each line and the delivery at their own rates', () => {
    const kurta: PricedLine = { sellUnit: 'piece', pricePaise: 260_000, quantity: 1, hsn: '6206' };
    expect(cartTotals([kurta], { zone: ZONE, at: AT, rates: demoRates })).toMatchObject({
      taxPaise: 39_661,
      lines: [{ taxRateBp: 1800 }],
    });
    const discountedTotals = cartTotals([kurta], {
      zone: ZONE,
      at: AT,
      rates: demoRates,
      coupon: { kind: 'percent', value: 10 },
    });
    expect(discountedTotals).toMatchObject({ taxPaise: 11_143, lines: [{ taxRateBp: 500, totalPaise: 234_000 }] });
    const cloth: PricedLine = { sellUnit: 'metre', pricePaise: 20_000, quantity: 225, hsn: '5208' };
    expect(cartTotals([cloth], { zone: ZONE, at: AT, rates: demoRates })).toMatchObject({
      deliveryPaise: 7_900,
      taxPaise: 2_143 + 1_205,
    });
  });

  test.each([
    [33_333, 25, 8_333],
    [33_333, 250, 83_333],
    [33_350, 125, 41_688],
    [1, 50, 1],
    [1, 49, 0],
  ])('%d paise a metre × %d cm = %d', (pricePaise, quantity, paise) =>
    expect(lineSubtotalPaise({ sellUnit: 'metre', pricePaise, quantity, hsn: null })).toBe(paise),
  );

  const piece = (pricePaise: number): PricedLine[] => [{ sellUnit: 'piece', pricePaise, quantity: 1, hsn: null }];

  test('delivery is free with a coupon for free delivery, or if the discounted subtotal is at least ₹999', () => {
    const totalsBelowMinimum = cartTotals(piece(ZONE.freeFromPaise - 1), { zone: ZONE, at: AT, rates: demoRates });
    expect(totalsBelowMinimum).toMatchObject({ deliveryPaise: 7_900, freeDeliveryInPaise: 1 });
    const totalsAtMinimum = cartTotals(piece(ZONE.freeFromPaise), { zone: ZONE, at: AT, rates: demoRates });
    expect(totalsAtMinimum).toMatchObject({ deliveryPaise: 0, freeDeliveryInPaise: 0 });
    const discountedTotals = cartTotals(piece(ZONE.freeFromPaise), {
      zone: ZONE,
      at: AT,
      rates: demoRates,
      coupon: { kind: 'fixed', value: 1 },
    });
    expect(discountedTotals).toMatchObject({ deliveryPaise: 7_900, freeDeliveryInPaise: 1 });
    expect(
      cartTotals(piece(100), { zone: ZONE, at: AT, rates: demoRates, coupon: { kind: 'free_delivery', value: 0 } })
        .deliveryPaise,
    ).toBe(0);
  });

  test('charges the fee for cash on delivery even if delivery is free, but not for an empty cart', () => {
    expect(cartTotals(piece(ZONE.freeFromPaise), { zone: ZONE, at: AT, rates: demoRates, isCod: true })).toMatchObject({
      deliveryPaise: 2_900,
      codFeePaise: 2_900,
    });
    expect(cartTotals([], { zone: ZONE, at: AT, rates: demoRates, isCod: true }).totalPaise).toBe(0);
  });
});
