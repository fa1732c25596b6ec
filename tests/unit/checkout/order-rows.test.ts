import { describe, expect, test } from 'vitest';
import type { OrderedLine } from '#lib/sales/checkout/order-goods.server.ts';
import { isPlacedImmediately, lineRow, type OrderDraft, orderRow } from '#lib/sales/checkout/order-rows.ts';

const tax = { rateBp: 500, taxablePaise: 95, cgstPaise: 3, sgstPaise: 2, igstPaise: 0 };
const address = {
  name: 'Asha Rao',
  house: '5',
  street: 'Lane',
  landmark: '',
  city: 'Pune',
  state: 'MH',
  pincode: '411001',
};

interface Change {
  payment?: 'cod' | 'razorpay';
  totalPaise?: number;
  advancePaise?: number;
  note?: string;
}

function draft(change: Change = {}): OrderDraft {
  const { payment = 'razorpay', totalPaise = 140 } = change;
  return {
    ...{ orderId: 'o1', at: 7, customerId: 'c1', lines: [], taxScheme: 'regular' },
    input: { contact: { email: 'Asha@Example.in', mobile: '9876543210' }, address, payment, note: change.note },
    cart: { coupon_code: 'TEN' },
    price: {
      totals: {
        ...{ lines: [{ subtotalPaise: 110, discountPaise: 10, prepaidDiscountPaise: 4, totalPaise: 100 }] },
        ...{ subtotalPaise: 110, discountPaise: 10, outfitPaise: 4, prepaidDiscountPaise: 4 },
        ...{ deliveryPaise: 40, codFeePaise: 5, giftWrapPaise: 6, totalPaise },
      },
      ...{ lineTaxes: [tax], deliveryTax: tax, taxPaise: 10, advancePaise: change.advancePaise ?? 0 },
    },
  } as unknown as OrderDraft;
}

describe('a new order', () => {
  test('has copies of data that may change later, and awaits its payment', () => {
    expect(orderRow(draft(), 'TA-1', 99)).toEqual({
      ...{ id: 'o1', number: 'TA-1', customer_id: 'c1', email: 'Asha@Example.in', mailbox: 'asha@example.in' },
      ...{ mobile: '9876543210', address_json: JSON.stringify(address), order_status: 'pending' },
      ...{ payment_status: 'unpaid', payment_method: 'razorpay', subtotal_paise: 110, discount_paise: 10 },
      ...{
        delivery_paise: 40,
        cod_fee_paise: 5,
        outfit_paise: 4,
        gift_wrap_paise: 6,
        tax_paise: 10,
        total_paise: 140,
        ...{ prepaid_discount_paise: 4, advance_paise: 0, advance_paid: 0 },
        delivery_tax_json: JSON.stringify(tax),
      },
      ...{
        tax_scheme: 'regular',
        coupon_code: 'TEN',
        note: null,
        gift_wrap: 0,
        gift_note: null,
        swatch_paise: 0,
        hold_until: 99,
        stock_held: 1,
        counted: 0,
      },
      ...{ searchable: 0, source: 'shop', collected: 0, packed_at: null },
      delivery_state: null,
      delivery_zone: null,
      delivery_pincode: null,
      ...{ buyer_gstin: null, buyer_business: null },
      cash_due: 0,
      cash_remitted_at: null,
      awaits_confirmation: 0,
      ...{ carrier: null, tracking_number: null, tracking_url: null, invoice_number: null, invoice_at: null },
      ...{ delivered_at: null, created_at: 7, updated_at: 7, paid_at: null },
    });
    expect(orderRow(draft({ note: 'Ring twice' }), 'TA-1', null)).toMatchObject({
      note: 'Ring twice',
      hold_until: null,
    });
    expect(orderRow(draft({ note: '' }), 'TA-1', null).note).toBeNull();
  });

  test('created by staff has its source, and no mailbox if there is no email address', () => {
    const counterSale = { source: 'counter' as const, isCollected: true, isHandedOver: false, holdMs: 1 };
    const values = draft();
    const contact = { email: '', mobile: '9876543210' };
    const row = orderRow(
      { ...values, cart: undefined, manual: counterSale, input: { ...values.input, contact } },
      'TA-1',
      99,
    );
    expect(row).toMatchObject({ source: 'counter', collected: 1, mailbox: null, email: '', coupon_code: null });
  });

  test('is placed immediately if it is free, or paid on delivery without an advance', () => {
    const stateOf = (change: Parameters<typeof draft>[0]) => {
      const { order_status, payment_status, paid_at } = orderRow(draft(change), 'TA-1', null);
      return [isPlacedImmediately(draft(change)), order_status, payment_status, paid_at];
    };
    expect(stateOf({ payment: 'cod' })).toEqual([true, 'placed', 'cod', null]);
    expect(stateOf({ totalPaise: 0 })).toEqual([true, 'placed', 'paid', 7]);
    expect(stateOf({ payment: 'cod', totalPaise: 0 })).toEqual([true, 'placed', 'paid', 7]);
    expect(stateOf({ payment: 'cod', advancePaise: 50 })).toEqual([false, 'pending', 'unpaid', null]);
    expect(stateOf({})).toEqual([false, 'pending', 'unpaid', null]);
  });
});

test('an order line has the price and tax at its position', () => {
  const line: OrderedLine = {
    ...{ variantId: 1, productId: 2, slug: 'kurta', name: 'Kurta', variant: 'M', sku: 'K-M', hsn: '6204' },
    ...{
      sellUnit: 'piece',
      pricePaise: 55,
      quantity: 2,
      preOrderAt: null,
      color: 'Red',
      pictureHash: 'h',
      isSwatch: false,
    },
  };
  expect(lineRow('o1', 0, line, draft().price)).toEqual({
    ...{ order_id: 'o1', position: 0, product_id: 2, variant_id: 1, slug: 'kurta', name: 'Kurta', variant: 'M' },
    ...{ color: 'Red', picture_hash: 'h', sku: 'K-M', hsn: '6204', sell_unit: 'piece', quantity: 2, price_paise: 55 },
    ...{
      subtotal_paise: 110,
      discount_paise: 10,
      prepaid_discount_paise: 4,
      tax_rate_bp: 500,
      taxable_paise: 95,
      cgst_paise: 3,
    },
    ...{ sgst_paise: 2, igst_paise: 0, total_paise: 100 },
  });
  expect(() => lineRow('o1', 1, line, draft().price)).toThrow('line 1 has no price');
  expect(() => lineRow('o1', 0, line, { ...draft().price, lineTaxes: [] })).toThrow('line 0 has no price');
});
