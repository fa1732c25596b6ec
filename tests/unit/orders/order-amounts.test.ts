import { describe, expect, test } from 'vitest';
import type { RefundTable } from '#lib/platform/db/tables/orders.ts';
import { orderMoney, orderMoneyJson } from '#lib/sales/orders/credits/order-money.ts';
import {
  type AmountsLine,
  type AmountsOrder,
  type OrderCredit,
  orderAmounts,
} from '#lib/sales/orders/record/order-amounts.ts';

const DELIVERY = { rateBp: 1_800, taxablePaise: 10_000, cgstPaise: 900, sgstPaise: 900, igstPaise: 0 };
const order: AmountsOrder = {
  order_status: 'placed',
  payment_status: 'paid',
  total_paise: 42_800,
  advance_paise: 0,
  advance_paid: 0,
  delivery_tax_json: JSON.stringify(DELIVERY),
};
/** Three scarves at ₹105, with a total discount of ₹5: ₹310. */
const scarves: AmountsLine & { name: string; variant: string } = {
  position: 0,
  sell_unit: 'piece',
  quantity: 3,
  price_paise: 10_500,
  tax_rate_bp: 500,
  taxable_paise: 29_524,
  cgst_paise: 738,
  sgst_paise: 738,
  igst_paise: 0,
  name: 'Scarf',
  variant: 'Red',
};

function credit(changes: Partial<OrderCredit> = {}, line: Partial<OrderCredit['lines'][number]> = {}): OrderCredit {
  const base = {
    kind: 'returned',
    reason: 'Too short',
    total_paise: 10_333,
    owed_paise: 10_333,
    delivery_tax_json: JSON.stringify({ taxablePaise: 0, cgstPaise: 0, sgstPaise: 0, igstPaise: 0 }),
    note_number: 'CN1',
    created_at: 1_700_000_000_000,
    lines: [
      { position: 0, quantity: 1, taxable_paise: 9_841, cgst_paise: 246, sgst_paise: 246, igst_paise: 0, ...line },
    ],
  };
  return { ...base, ...changes } as OrderCredit;
}

describe('the current amount of an order', () => {
  test('is the amount of the placed order if there are no credits', () => {
    expect(orderAmounts(order, [scarves], [])).toEqual({
      lines: [
        {
          position: 0,
          quantity: 3,
          subtotalPaise: 31_500,
          discountPaise: 500,
          totalPaise: 31_000,
          tax: { rateBp: 500, taxablePaise: 29_524, cgstPaise: 738, sgstPaise: 738, igstPaise: 0 },
        },
      ],
      subtotalPaise: 31_500,
      discountPaise: 500,
      deliveryPaise: 11_800,
      deliveryTax: DELIVERY,
      taxPaise: 1_476 + 1_800,
      totalPaise: 42_800,
      creditedPaise: 0,
      paidPaise: 42_800,
      toPayPaise: 0,
    });
  });

  test('is reduced by credits', () => {
    expect(orderAmounts(order, [scarves], [credit()])).toMatchObject({
      lines: [{ quantity: 2, subtotalPaise: 21_000, discountPaise: 333, totalPaise: 20_667 }],
      totalPaise: 32_467,
      creditedPaise: 10_333,
      paidPaise: 42_800,
    });
  });

  test('for a line is not changed by a credit for another line', () => {
    expect(orderAmounts(order, [scarves], [credit({}, { position: 1 })]).lines[0]).toMatchObject({
      quantity: 3,
      totalPaise: 31_000,
    });
  });

  test('excludes a credited delivery and its tax', () => {
    const delivery_tax_json = JSON.stringify({ taxablePaise: 10_000, cgstPaise: 900, sgstPaise: 900, igstPaise: 0 });
    expect(orderAmounts(order, [scarves], [credit({ delivery_tax_json })])).toMatchObject({
      deliveryPaise: 0,
      taxPaise: 984,
    });
  });

  test('does not include money that was never received in the paid amount', () => {
    expect(orderAmounts(order, [scarves], [credit({ owed_paise: 333 })]).paidPaise).toBe(32_800);
  });

  test.each([
    ['paid', 42_800, 0],
    ['refund_due', 42_800, 0],
    ['refunded', 42_800, 0],
    ['unpaid', 0, 42_800],
    ['cod', 0, 42_800],
    ['failed', 0, 42_800],
  ] as const)('of an order that is %s: paid %i, to pay %i', (payment_status, paidPaise, toPayPaise) => {
    expect(orderAmounts({ ...order, payment_status }, [scarves], [])).toMatchObject({ paidPaise, toPayPaise });
  });

  test('is zero for an order that ended unpaid, or the remainder if it ended with a credit', () => {
    const endedOrder = { ...order, order_status: 'cancelled', payment_status: 'failed' } as const;
    expect(orderAmounts(endedOrder, [scarves], [])).toMatchObject({
      lines: [{ quantity: 0, subtotalPaise: 0, totalPaise: 0 }],
      deliveryPaise: 0,
      totalPaise: 0,
      creditedPaise: 42_800,
    });
    expect(orderAmounts(endedOrder, [scarves], [credit()]).totalPaise).toBe(32_467);
    expect(orderAmounts({ ...order, order_status: 'returned' }, [scarves], []).totalPaise).toBe(42_800);
  });

  test('for cloth is calculated by the metre, with a discount that is never negative', () => {
    const cloth = { ...scarves, sell_unit: 'metre', quantity: 150, price_paise: 20_667 } as const;
    expect(orderAmounts(order, [cloth], []).lines[0]).toMatchObject({ subtotalPaise: 31_001, discountPaise: 1 });
    expect(orderAmounts(order, [{ ...cloth, price_paise: 20_000 }], []).lines[0]).toMatchObject({
      subtotalPaise: 31_000,
      discountPaise: 0,
    });
  });
});

describe('the payments and credits of an order', () => {
  const refund = (state: RefundTable['state'], amount_paise: number) => ({ state, amount_paise }) as RefundTable;

  test('include the sum of refunds by state', () => {
    const refunds = [refund('due', 100), refund('sent', 2_000), refund('due', 30), refund('sent', 1)];
    const money = orderMoney(order, [scarves], [], refunds);
    expect(money).toMatchObject({ duePaise: 130, sentPaise: 2_001, credits: [] });
    expect(orderMoneyJson(money)).toEqual({
      credits: [],
      now: { subtotal: 315, discount: 5, delivery: 118, tax: 32.76, total: 428, toPay: 0 },
      refunds: { due: 1.3, sent: 20.01 },
    });
  });

  test('include the items of a credit', () => {
    expect(orderMoneyJson(orderMoney(order, [scarves], [credit()], [])).credits).toEqual([
      {
        name: 'Returned',
        goods: ['1 × Scarf (Red)'],
        reason: 'Too short',
        total: 103.33,
        creditNote: 'CN1',
        createdAt: '2023-11-14T22:13:20.000Z',
      },
    ]);
  });

  test('include no items for an amount or an unknown line, and no brackets for a product without options', () => {
    const goods = (line: Partial<OrderCredit['lines'][number]>, item = scarves) =>
      orderMoney(order, [item], [credit({}, line)], []).credits[0]?.goods;
    expect(goods({ quantity: 0 })).toEqual([]);
    expect(goods({ position: 4 })).toEqual([]);
    expect(goods({}, { ...scarves, variant: '' })).toEqual(['1 × Scarf']);
  });
});
