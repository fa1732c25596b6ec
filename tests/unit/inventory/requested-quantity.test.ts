import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { nearestSellableQuantity } from '#lib/catalog/inventory/nearest-sellable-quantity.ts';
import {
  checkQuantity,
  parseNumber,
  quantityRules,
  readQuantity,
  roundToAllowed,
  widestRules,
} from '#lib/catalog/inventory/requested-quantity.ts';

const CLOTH = { min: 0.5, max: 24.5, step: 0.25, isMetre: true };
const PIECES = { min: 1, max: 3, step: 1, isMetre: false, piecesLeft: 3 };

describe('a number in the input', () => {
  test.each([
    ['1.25', 1.25],
    ['1,25', 1.25],
    [' 1.5 m ', 1.5],
    ['2m', 2],
    ['.5', 0.5],
    ['0,5', 0.5],
    ['24', 24],
  ])('%j is %d', (text, number) => expect(parseNumber(text)).toBe(number));

  test.each(['', ' ', '.', ',', '1,250', '1.2.3', '1 2', '-1', '1e3', 'two', '1.5 cm', '１'])('%j is invalid', (text) =>
    expect(parseNumber(text)).toBeUndefined(),
  );
});

describe('a length', () => {
  test.each(['0.5', '1.25', '1,25', '24.5', '24.50'])('%j can be cut', (text) =>
    expect(readQuantity(text, CLOTH)).toMatchObject({ kind: 'exact' }),
  );

  test('between two allowed lengths is rounded up, and both lengths are offered', () => {
    expect(readQuantity('1.3', CLOTH)).toEqual({
      kind: 'rounded',
      quantity: 1.5,
      choices: [1.25, 1.5],
      message: '1.3 m can’t be cut. The nearest lengths are 1.25 m and 1.5 m.',
    });
    expect(roundToAllowed('1.3', CLOTH)).toEqual({ text: '1.5', replacedText: '1.3' });
    expect(roundToAllowed('1,25', CLOTH)).toEqual({ text: '1.25' });
  });

  test('slightly below the minimum is rounded up; a much shorter one is not, and the shopper chooses', () => {
    expect(readQuantity('0.4', CLOTH)).toMatchObject({ kind: 'rounded', quantity: 0.5 });
    expect(readQuantity('0.1', CLOTH)).toEqual({
      kind: 'refused',
      choices: [0.5],
      message: 'The minimum is 0.5 m.',
    });
    expect(roundToAllowed('0.1', CLOTH)).toEqual({ text: '0.1' });
  });

  test('one step or more below the minimum is not rounded: the shopper chooses', () => {
    expect(readQuantity('0.25', CLOTH)).toMatchObject({ kind: 'refused', choices: [0.5] });
    expect(readQuantity('0.26', CLOTH)).toMatchObject({
      kind: 'rounded',
      choices: [0.5],
      message: 'The minimum is 0.5 m.',
    });
    expect(readQuantity('0.5', { ...CLOTH, min: 1 })).toMatchObject({ message: 'The minimum is 1 m.' });
  });

  test.each(['24.6', '24.9', '25', '125'])('%j, above the maximum, is not changed: the shopper chooses', (text) => {
    expect(readQuantity(text, CLOTH)).toEqual({
      kind: 'refused',
      choices: [24.5],
      message: 'We can cut at most 24.5 m in one piece.',
    });
    expect(roundToAllowed(text, CLOTH)).toEqual({ text });
  });

  test('is never replaced by a shorter length', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0, max: 60, noNaN: true }),
        fc.integer({ min: 10, max: 200 }),
        fc.integer({ min: 5, max: 100 }),
        fc.integer({ min: 0, max: 100 }),
        (requestedMetres, minCm, stepCm, steps) => {
          const rules = { min: minCm / 100, max: (minCm + steps * stepCm) / 100, step: stepCm / 100, isMetre: true };
          const result = checkQuantity(requestedMetres, rules);
          if (result.kind !== 'refused') {
            expect(result.quantity).toBeGreaterThanOrEqual(requestedMetres - 1e-6);
            expect(result.quantity - requestedMetres).toBeLessThan(rules.step + 1e-6);
            expect(checkQuantity(result.quantity, rules).kind).toBe('exact');
          }
          if (result.kind !== 'exact')
            for (const choice of result.choices) expect(checkQuantity(choice, rules).kind).toBe('exact');
        },
      ),
    );
  });
});

describe('pieces', () => {
  test.each([
    ['0', [1], 'The quantity cannot go below 1.'],
    ['1.5', [1, 2], 'Please enter a whole number.'],
    ['4', [3], 'Only 3 left.'],
    ['', [], 'Enter a quantity.'],
  ])('%j is rejected', (text, choices, message) => {
    expect(readQuantity(text, PIECES)).toEqual({ kind: 'refused', choices, message });
  });

  test.each([
    [90, 'At most 20 in one order.'],
    [20, 'Only 20 left.'],
    // Without stock, these are pre-orders.
    [0, 'At most 20 in one order.'],
    [undefined, 'At most 20 in one order.'],
  ])('are limited to 20 in one order, with %s in stock', (piecesLeft, message) =>
    expect(readQuantity('21', { ...PIECES, max: 20, piecesLeft })).toEqual({ kind: 'refused', choices: [20], message }),
  );

  test('may have a minimum', () =>
    expect(readQuantity('1', { ...PIECES, min: 2 })).toEqual({
      kind: 'refused',
      choices: [2],
      message: 'The minimum is 2.',
    }));
});

test('the rules contain the remaining stock only for pieces, because cloth is cut from a bolt', () => {
  const product = { unitStepCm: 25, minQuantity: 1 };
  const rulesOf = (sellUnit: 'piece' | 'metre', quantity: number) =>
    quantityRules({ ...product, sellUnit, minQuantity: sellUnit === 'metre' ? 50 : 1 }, { quantity });
  expect(rulesOf('piece', 3)).toEqual({ min: 1, max: 3, step: 1, isMetre: false, piecesLeft: 3 });
  expect(rulesOf('metre', 210)).toEqual({ min: 0.5, max: 2, step: 0.25, isMetre: true, piecesLeft: undefined });
});

describe('the nearest sellable quantity for the plus and minus buttons', () => {
  test.each([
    [1.25, 1.25],
    [1.3, 1.25],
    [1.4, 1.5],
    [0, 0.5],
    [-3, 0.5],
    [99, 24.5],
    [24.4, 24.5],
    [Number.NaN, 0.5],
    [Number.POSITIVE_INFINITY, 0.5],
  ])('to %d m is %d m', (target, quantity) => expect(nearestSellableQuantity(target, CLOTH)).toBe(quantity));

  test('is rounded to three decimals, and never exceeds the maximum', () => {
    expect(nearestSellableQuantity(0.7, { min: 0.1, max: 1, step: 0.2 })).toBe(0.7);
    expect(nearestSellableQuantity(5, { min: 1, max: 4, step: 2 })).toBe(4);
  });
});

test('several matching variants use the rules of the one with the largest stock', () => {
  const piece = { sellUnit: 'piece', unitStepCm: 25, minQuantity: 1 } as const;
  const rules = widestRules(piece, [{ quantity: 3 }, { quantity: 7 }, { quantity: 1 }]);
  expect(rules).toEqual({ min: 1, max: 7, step: 1, isMetre: false, piecesLeft: 7 });
});
