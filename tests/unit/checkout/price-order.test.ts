import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { PricedLine } from '#lib/sales/cart/cart-totals.ts';
import { priceOrder } from '#lib/sales/checkout/price-order.ts';
import { taxOf } from '#lib/shop/money/tax.ts';
import { demoRates } from '#support/demo-content.ts';
import { prepaidDiscounts } from '#support/payment-terms.ts';

const AT = Date.parse('2026-11-21T12:00:00+05:30');
const piece = fc.record({
  sellUnit: fc.constant('piece' as const),
  pricePaise: fc.oneof(fc.integer({ min: 1, max: 1_000_000 }), fc.integer({ min: 249_990, max: 250_010 })),
  quantity: fc.integer({ min: 1, max: 20 }),
  hsn: fc.constantFrom('6204', '6109', '4202', null),
});
const cloth = fc.record({
  sellUnit: fc.constant('metre' as const),
  pricePaise: fc.integer({ min: 1, max: 500_000 }),
  quantity: fc.integer({ min: 1, max: 200 }).map((steps) => steps * 25),
  hsn: fc.constantFrom('5208', '5007'),
});
const lines = fc.array(fc.oneof(piece, cloth), { minLength: 1, maxLength: 12 });
const terms = fc.record({
  coupon: fc.option(
    fc.oneof(
      fc.record({ kind: fc.constant('percent' as const), value: fc.integer({ min: 1, max: 100 }) }),
      fc.record({ kind: fc.constant('fixed' as const), value: fc.integer({ min: 1, max: 500_000 }) }),
      fc.constant({ kind: 'free_delivery' as const, value: 0 }),
    ),
    { nil: undefined },
  ),
  zone: fc.record({
    pricePaise: fc.constantFrom(0, 3_900, 7_900),
    codFeePaise: fc.constantFrom(0, 2_900),
    freeFromPaise: fc.constant(99_900),
  }),
  isCod: fc.boolean(),
  giftWrapPaise: fc.constantFrom(undefined, 0, 4_900),
  prepaid: fc.option(prepaidDiscounts, { nil: undefined }),
  isSameState: fc.boolean(),
  at: fc.constant(AT),
  rates: fc.constant(demoRates),
});
const sum = (numbers: number[]) => numbers.reduce((a, b) => a + b, 0);

test('subtotal − discount + delivery = total, and lines and taxes add up to the total, to the paisa', () => {
  fc.assert(
    fc.property(lines, terms, (items, options) => {
      const { totals, lineTaxes, deliveryTax, taxPaise } = priceOrder(items, options);
      expect(totals.subtotalPaise - totals.discountPaise + totals.deliveryPaise).toBe(totals.totalPaise);
      expect(sum(totals.lines.map(({ subtotalPaise }) => subtotalPaise))).toBe(totals.subtotalPaise);
      expect(sum(totals.lines.map(({ discountPaise }) => discountPaise))).toBe(totals.discountPaise);
      expect(totals.totalPaise).toBeGreaterThanOrEqual(0);
      for (const [index, { totalPaise }] of totals.lines.entries()) {
        const parts = lineTaxes[index];
        expect(parts && parts.taxablePaise + taxOf(parts)).toBe(totalPaise);
      }
      expect(deliveryTax.taxablePaise + taxOf(deliveryTax)).toBe(totals.deliveryPaise);
      const taxableTotal = sum(lineTaxes.map((parts) => parts.taxablePaise)) + deliveryTax.taxablePaise;
      expect(taxableTotal + taxPaise).toBe(totals.totalPaise);
      expect(lineTaxes.every((parts) => (options.isSameState ? parts.igstPaise : parts.cgstPaise) === 0)).toBe(true);
    }),
  );
});

test('prices a length in proportion to a metre, rounded to the paisa', () => {
  fc.assert(
    fc.property(cloth, terms, (line, options) => {
      const [pricedLine] = priceOrder([line], options).totals.lines;
      expect(Math.abs((pricedLine?.subtotalPaise ?? 0) - (line.pricePaise * line.quantity) / 100)).toBeLessThanOrEqual(
        0.5,
      );
    }),
  );
});

const HOME_STATE = {
  zone: { pricePaise: 0, codFeePaise: 0, freeFromPaise: 99_900 },
  isCod: false,
  isSameState: true,
  at: AT,
  rates: demoRates,
};
const kurta = (pricePaise: number, quantity = 1): PricedLine => ({
  sellUnit: 'piece',
  pricePaise,
  quantity,
  hsn: '6204',
});

test.each([
  ['₹2,500', kurta(250_000), undefined, 500],
  ['₹2,500.01', kurta(250_001), undefined, 1800],
  ['four at ₹2,500: by the piece, not by the line', kurta(250_000, 4), undefined, 500],
  ['₹2,600 less 10 %: by the discounted price', kurta(260_000), { kind: 'percent' as const, value: 10 }, 500],
  ['₹3,000 less 10 %', kurta(300_000), { kind: 'percent' as const, value: 10 }, 1800],
])('finds the tax rate for %s', (_name, line, coupon, rate) => {
  expect(priceOrder([line], { ...HOME_STATE, coupon }).lineTaxes[0]?.rateBp).toBe(rate);
});
