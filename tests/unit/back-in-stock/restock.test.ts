import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type AvailableStock, countBuyable, mailsAllowed } from '#lib/sales/back-in-stock/restock.ts';

const pieces = (quantity: number, minQuantity = 1): AvailableStock => ({
  sellUnit: 'piece',
  minQuantity,
  quantity,
  boltsCm: [],
});
const cloth = (...boltsCm: number[]): AvailableStock => {
  const quantity = boltsCm.reduce((sum, cm) => sum + cm, 0);
  return { sellUnit: 'metre', minQuantity: 50, quantity, boltsCm };
};

test('counts how many times the minimum quantity can be bought; cloth must come from a single bolt', () => {
  expect(countBuyable(pieces(3))).toBe(3);
  expect(countBuyable(pieces(7, 3))).toBe(2);
  expect(countBuyable(cloth(120, 49, 50))).toBe(3);
  expect(countBuyable(cloth(30, 30))).toBe(0);
  expect(countBuyable(pieces(0))).toBe(0);
});

test('allows two emails per restocked minimum quantity, and at most two per minimum quantity in stock', () => {
  expect(mailsAllowed(0, 5, pieces(5))).toBe(10);
  expect(mailsAllowed(0, 5, pieces(1))).toBe(2);
  expect(mailsAllowed(0, 5, pieces(0))).toBe(0);
  expect(mailsAllowed(0, 0, pieces(5))).toBe(0);
  expect(mailsAllowed(40, 0, pieces(3))).toBe(6);
  expect(mailsAllowed(0, 100, cloth(130))).toBe(4);
});

test('sends at most twice as many emails as pieces were restocked', () => {
  const stockChanges = fc.array(fc.record({ change: fc.integer({ min: -5, max: 5 }), sendsMails: fc.boolean() }), {
    maxLength: 40,
  });
  fc.assert(
    fc.property(stockChanges, (steps) => {
      let [stock, mailsLeft, mails, restocked] = [0, 0, 0, 0];
      for (const { change, sendsMails } of steps) {
        const appliedChange = Math.max(change, -stock);
        stock += appliedChange;
        restocked += Math.max(0, appliedChange);
        if (appliedChange !== 0) mailsLeft = mailsAllowed(mailsLeft, Math.max(0, appliedChange), pieces(stock));
        expect(mailsLeft).toBeLessThanOrEqual(stock * 2);
        if (sendsMails) [mails, mailsLeft] = [mails + mailsLeft, 0];
        expect(mails).toBeLessThanOrEqual(restocked * 2);
      }
    }),
  );
});
