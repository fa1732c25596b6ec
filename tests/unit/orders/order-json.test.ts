import { describe, expect, test } from 'vitest';
import type { OrderRow } from '#lib/sales/orders/record/change-order.server.ts';
import { type LineWithPicture, orderJson, preOrderWaitOfLines } from '#lib/sales/orders/record/order-json.ts';
import { PAYMENT_PENDING, STATUS_MESSAGES } from '#lib/sales/orders/record/orders.ts';

const ORDER_TIME = Date.parse('2026-11-21T06:30:00Z');
const ADDRESS = { name: 'Asha Rao', city: 'Hyderabad' };
const ORDER = {
  id: 'o1',
  number: 'TA-1',
  order_status: 'placed',
  payment_status: 'cod',
  payment_method: 'cod',
  created_at: ORDER_TIME,
  delivered_at: null,
  email: 'asha@example.in',
  mobile: '9876543210',
  address_json: JSON.stringify(ADDRESS),
  subtotal_paise: 60_000,
  discount_paise: 6_000,
  delivery_paise: 10_800,
  prepaid_discount_paise: 0,
  advance_paise: 0,
  advance_paid: 0,
  cod_fee_paise: 2_900,
  gift_wrap: 0,
  gift_wrap_paise: 0,
  tax_paise: 4_250,
  total_paise: 64_800,
  tax_scheme: 'regular',
  coupon_code: 'TEN',
  note: 'Ring twice',
  stock_held: 1,
  hold_until: null,
  carrier: null,
  tracking_number: null,
  tracking_url: null,
  invoice_number: null,
} as OrderRow;
const CLOTH = {
  product_id: 7,
  variant_id: 17,
  slug: 'cloth',
  name: 'Cloth',
  variant: 'Red',
  color: 'red',
  picture: '/p.avif',
  pre_order_at: Date.parse('2026-12-12T00:00:00Z'),
  sell_unit: 'metre',
  quantity: 250,
  price_paise: 33_333,
  discount_paise: 1_000,
  total_paise: 82_333,
} as LineWithPicture;
const json = (change: Partial<OrderRow> = {}) =>
  orderJson({ ...ORDER, ...change }, [CLOTH, { ...CLOTH, sell_unit: 'piece', quantity: 2, pre_order_at: null }]);

describe('an order in the API', () => {
  test('has rupees, metres and ISO times', () =>
    expect(json()).toEqual({
      _id: 'o1',
      number: 'TA-1',
      orderStatus: 'placed',
      paymentStatus: 'cod',
      paymentMethod: 'cod',
      createdAt: '2026-11-21T06:30:00.000Z',
      deliveredAt: null,
      total: 648,
      lines: [
        {
          product: '7',
          variant: '17',
          slug: 'cloth',
          name: 'Cloth',
          options: 'Red',
          color: 'red',
          featured_image: '/p.avif',
          pre_order: '2026-12-12',
          sell_unit: 'metre',
          quantity: 2.5,
          price: 333.33,
          discount: 10,
          total: 823.33,
        },
        expect.objectContaining({ sell_unit: 'piece', quantity: 2, pre_order: null }),
      ],
      contact: { email: 'asha@example.in', mobile: '9876543210' },
      address: ADDRESS,
      subtotal: 600,
      discount: 60,
      prepaid_discount: 0,
      advance: null,
      delivery: 108,
      cod_fee: 29,
      gift_wrap: null,
      tax: 42.5,
      taxScheme: 'regular',
      coupon: 'TEN',
      note: 'Ring twice',
      holdUntil: null,
      message: STATUS_MESSAGES.placed,
      steps: expect.arrayContaining([{ name: 'placed', label: 'Placed', state: 'completed' }]),
      parcel: null,
      canCancel: true,
      canPay: false,
      hasInvoice: false,
    }));

  test('that awaits its payment has a deadline and no steps', () => {
    const unpaidOrder = { order_status: 'pending', payment_status: 'unpaid', hold_until: ORDER_TIME } as const;
    expect(json(unpaidOrder)).toMatchObject({
      holdUntil: '2026-11-21T06:30:00.000Z',
      message: PAYMENT_PENDING.message,
      steps: null,
      canPay: true,
    });
    expect(json({ ...unpaidOrder, stock_held: 0 }).holdUntil).toBeNull();
    expect(json({ ...unpaidOrder, order_status: 'cancelled' }).canPay).toBe(false);
    expect(json({ order_status: 'pending' }).canPay).toBe(false);
  });

  test('that is delivered has its delivery time and its invoice, and can’t be cancelled', () =>
    expect(json({ order_status: 'delivered', delivered_at: ORDER_TIME, invoice_number: 'IN/1' })).toMatchObject({
      deliveredAt: '2026-11-21T06:30:00.000Z',
      canCancel: false,
      hasInvoice: true,
    }));

  test.each([
    [{ carrier: 'Post' }, { carrier: 'Post', number: null, url: null }],
    [{ tracking_number: 'EX1' }, { carrier: null, number: 'EX1', url: null }],
    [{ tracking_url: 'https://p.example' }, { carrier: null, number: null, url: 'https://p.example' }],
  ])('with %j has the parcel %j', (shipment, parcel) => expect(json(shipment).parcel).toEqual(parcel));
});

test('an order ships when its last item does', () => {
  expect(preOrderWaitOfLines([{ pre_order_at: null }])).toBeUndefined();
  expect(preOrderWaitOfLines([{ pre_order_at: ORDER_TIME }, { pre_order_at: null }])).toMatchObject({
    shipsAt: ORDER_TIME,
    isMixed: true,
  });
});

test('a cash order has its advance and whether the advance is paid', () => {
  const cashOrder = { ...ORDER, payment_method: 'cod' as const, advance_paise: 7_900 };
  expect(orderJson(cashOrder, []).advance).toEqual({ amount: 79, paid: false });
  expect(orderJson({ ...cashOrder, advance_paid: 1 }, []).advance).toEqual({ amount: 79, paid: true });
  // The order was paid online in the end.
  expect(orderJson({ ...cashOrder, advance_paid: 1, payment_method: 'razorpay' }, []).advance).toBeNull();
});
