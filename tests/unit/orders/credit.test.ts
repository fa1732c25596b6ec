import { describe, expect, test } from 'vitest';
import { creditAmount, creditGoods, creditRemaining } from '#lib/sales/orders/record/credit.ts';
import type { CurrentLine, OrderAmounts } from '#lib/sales/orders/record/order-amounts.ts';
import { type TaxParts, taxOf, taxParts } from '#lib/shop/money/tax.ts';
import { amountWithTax } from '#lib/shop/money/tax-share.ts';

function line(position: number, quantity: number, totalPaise: number): CurrentLine {
  const tax = taxParts(totalPaise, 500, true);
  return { position, quantity, subtotalPaise: totalPaise, discountPaise: 0, tax, totalPaise };
}

/** Three scarves for ₹315, a kurta for ₹1,050, and delivery for ₹118. */
function order(lines: CurrentLine[] = [line(0, 3, 31_500), line(1, 1, 105_000)]): OrderAmounts {
  const deliveryTax = taxParts(11_800, 1_800, true);
  const goods = lines.reduce((sum, { totalPaise }) => sum + totalPaise, 0);
  const taxPaise = lines.reduce((sum, { tax }) => sum + taxOf(tax), taxOf(deliveryTax));
  return {
    lines,
    subtotalPaise: goods,
    discountPaise: 0,
    deliveryPaise: 11_800,
    deliveryTax,
    taxPaise,
    totalPaise: goods + 11_800,
    creditedPaise: 0,
    paidPaise: goods + 11_800,
    toPayPaise: 0,
  };
}

const zeroTax: Omit<TaxParts, 'rateBp'> = { taxablePaise: 0, cgstPaise: 0, sgstPaise: 0, igstPaise: 0 };
const amounts = ({ lines }: { lines: { position: number; quantity: number; tax: TaxParts }[] }) =>
  lines.map(({ position, quantity, tax }) => [position, quantity, amountWithTax(tax)]);

describe('a credit for items', () => {
  const scarf = (quantity: number, position = 0) => ({ position, quantity, destination: 'stock' as const });

  test('for part of a line is proportional, and excludes the delivery', () => {
    const credit = creditGoods(order(), [scarf(1)], false);
    expect(amounts(credit)).toEqual([[0, 1, 10_500]]);
    expect(credit.lines[0]).toMatchObject({ destination: 'stock', tax: { cgstPaise: 250, sgstPaise: 250 } });
    expect(credit.delivery).toMatchObject(zeroTax);
    expect(credit).toMatchObject({ totalPaise: 10_500, taxPaise: 500 });
  });

  test('with delivery includes the full delivery charge', () => {
    const credit = creditGoods(order(), [scarf(3), scarf(1, 1)], true);
    expect(credit).toMatchObject({ totalPaise: 148_300, taxPaise: order().taxPaise });
    expect(credit.delivery).toEqual(order().deliveryTax);
  });

  test.each([0, -1, 4])('is rejected for %i of three items', (quantity) => {
    expect(() => creditGoods(order(), [scarf(quantity)], false)).toThrow(
      expect.objectContaining({ code: 'invalid', message: expect.stringContaining('Line 1') }),
    );
  });

  test('is rejected if a line is repeated or unknown', () => {
    expect(() => creditGoods(order(), [scarf(1), scarf(1)], false)).toThrow('List each line only once.');
    expect(() => creditGoods(order(), [scarf(1, 2)], false)).toThrow('This order has no line 3.');
  });
});

describe('a credit for the remaining order', () => {
  test('has each line with a remaining quantity or amount', () => {
    const lines = [line(0, 0, 0), line(1, 2, 0), line(2, 0, 500), line(3, 1, 10_500)];
    const credit = creditRemaining(order(lines), (position) => (position === 3 ? 'stock' : 'none'));
    expect(amounts(credit)).toEqual([
      [1, 2, 0],
      [2, 0, 500],
      [3, 1, 10_500],
    ]);
    expect(credit.lines.map(({ destination }) => destination)).toEqual(['none', 'none', 'stock']);
    expect(credit.totalPaise).toBe(22_800);
  });

  test('can exclude the delivery', () => {
    expect(creditRemaining(order(), () => 'none', order().deliveryPaise)).toMatchObject({
      totalPaise: 136_500,
      delivery: zeroTax,
    });
  });
});

describe('a credit for an amount', () => {
  test('is spread over the items in proportion', () => {
    const credit = creditAmount(order(), 13_650);
    expect(amounts(credit)).toEqual([
      [0, 0, 3_150],
      [1, 0, 10_500],
    ]);
    expect(credit).toMatchObject({ totalPaise: 13_650, delivery: zeroTax });
    expect(credit.lines.map(({ destination }) => destination)).toEqual(['none', 'none']);
  });

  test('can be for one line', () => expect(amounts(creditAmount(order(), 1_000, 1))).toEqual([[1, 0, 1_000]]));

  test('is deducted from the delivery if it exceeds the items', () => {
    const credit = creditAmount(order(), 148_300);
    expect(amountWithTax(credit.delivery)).toBe(11_800);
    expect(credit.totalPaise).toBe(148_300);
    expect(amountWithTax(creditAmount(order(), 136_501).delivery)).toBe(1);
  });

  test.each([
    [0, undefined],
    [-1, undefined],
    [148_301, undefined],
    [31_501, 0],
  ])('is rejected for %i paise of line %s', (paise, position) => {
    const max = position === 0 ? '315.00' : '1483.00';
    expect(() => creditAmount(order(), paise, position)).toThrow(expect.objectContaining({ code: 'invalid' }));
    expect(() => creditAmount(order(), paise, position)).toThrow(max);
  });

  test('is added to the most expensive line if a share is below a rupee', () => {
    // In proportion, the scarves would get 23 paise of a rupee.
    expect(amounts(creditAmount(order(), 100))).toEqual([[1, 0, 100]]);
    // ₹4.31 would be 99 paise and ₹3.32; ₹4.34 is ₹1 and ₹3.34.
    expect(amounts(creditAmount(order(), 431))).toEqual([[1, 0, 431]]);
    expect(amounts(creditAmount(order(), 434))).toEqual([
      [0, 0, 100],
      [1, 0, 334],
    ]);
  });

  test('is deducted from lines that cost less than a rupee one after the other', () => {
    const cheapOrder = order([line(0, 1, 50), line(1, 1, 50)]);
    expect(amounts(creditAmount(cheapOrder, 100))).toEqual([
      [0, 0, 50],
      [1, 0, 50],
    ]);
    expect(amounts(creditAmount(cheapOrder, 60))).toEqual([
      [0, 0, 50],
      [1, 0, 10],
    ]);
  });
});
