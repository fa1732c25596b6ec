import { describe, expect, test } from 'vitest';
import type { OrderLineTable } from '#lib/platform/db/tables/orders.ts';
import { orderMailContent } from '#lib/sales/orders/mail/order-mail-content.ts';
import type { OrderRow } from '#lib/sales/orders/record/change-order.server.ts';
import type { OrderCredit } from '#lib/sales/orders/record/order-amounts.ts';
import { demoDelivery } from '#support/demo-content.ts';

const ORDER_TIME = Date.parse('2026-11-24T12:00:00+05:30');
const LINKS = {
  order: 'https://shop.example/orders/track/t',
  confirm: 'https://shop.example/orders/confirm/t',
  payment: 'https://shop.example/checkout/payment/1',
  payOnline: 'https://shop.example/pay-online',
};
const ADDRESS = { name: 'Asha Rao', mobile: '9876543210', pincode: '110001', house: '5', street: 'Karkhana Lane' };
const NO_TAX = { rateBp: 1_800, taxablePaise: 0, cgstPaise: 0, sgstPaise: 0, igstPaise: 0 };
const ORDER = {
  number: 'TA-1',
  order_status: 'placed',
  payment_status: 'paid',
  payment_method: 'razorpay',
  address_json: JSON.stringify({ ...ADDRESS, landmark: 'Near the well', city: 'Delhi', state: 'Delhi', type: 'home' }),
  subtotal_paise: 30_000,
  discount_paise: 0,
  outfit_paise: 0,
  coupon_code: null,
  source: 'shop',
  collected: 0,
  delivery_paise: 0,
  cod_fee_paise: 0,
  gift_wrap_paise: 0,
  total_paise: 30_000,
  prepaid_discount_paise: 0,
  advance_paise: 0,
  advance_paid: 0,
  delivery_tax_json: JSON.stringify(NO_TAX),
  carrier: null,
  tracking_number: null,
  tracking_url: null,
} as OrderRow;
const SCARF = {
  position: 0,
  name: 'Scarf',
  variant: '',
  sell_unit: 'piece',
  quantity: 1,
  price_paise: 10_000,
  subtotal_paise: 10_000,
  discount_paise: 0,
  total_paise: 10_000,
  tax_rate_bp: 0,
  taxable_paise: 10_000,
  cgst_paise: 0,
  sgst_paise: 0,
  igst_paise: 0,
  pre_order_at: null,
} as OrderLineTable;
const CLOTH = {
  ...SCARF,
  position: 1,
  name: 'Cloth',
  sell_unit: 'metre',
  quantity: 200,
  price_paise: 10_000,
  subtotal_paise: 20_000,
  total_paise: 20_000,
  taxable_paise: 20_000,
} as OrderLineTable;

const creditOf = (position: number, quantity: number, paise: number) =>
  ({
    total_paise: paise,
    owed_paise: 0,
    delivery_tax_json: JSON.stringify(NO_TAX),
    lines: [
      { position, quantity, total_paise: paise, taxable_paise: paise, cgst_paise: 0, sgst_paise: 0, igst_paise: 0 },
    ],
  }) as unknown as OrderCredit;
type Mail = Parameters<typeof orderMailContent>[0];
const content = (mail: Mail, order: Partial<OrderRow> = {}, credits: OrderCredit[] = [], paise?: number) =>
  orderMailContent(
    mail,
    {
      order: { ...ORDER, ...order },
      lines: [SCARF, CLOTH],
      credits,
      amountPaise: paise,
      terms: demoDelivery,
      at: ORDER_TIME,
    },
    LINKS,
  );
const sheet = (...args: Parameters<typeof content>) => {
  const { sheet: orderSheet } = content(...args);
  if (!orderSheet) throw new Error('no sheet');
  return orderSheet;
};

describe('the email about an order', () => {
  test('has the remaining items of the order in its heading, or all items if none remain', () => {
    const heading = (...credits: OrderCredit[]) => content('shipped', {}, credits).heading;
    expect(heading()).toContain('Scarf and 1 more');
    expect(heading(creditOf(0, 1, 10_000))).toMatch(/Cloth .*has/);
    expect(heading(creditOf(1, 200, 20_000))).toContain('Scarf');
    expect(heading(creditOf(1, 100, 10_000))).toContain('Scarf and 1 more');
    expect(heading(creditOf(0, 1, 10_000), creditOf(1, 200, 20_000))).toContain('Scarf and 1 more');
  });

  test('states the amount that the email is about, if there is one', () => {
    expect(content('paid_twice', {}, [], 64_800).lines).toContain('Amount: ₹648.00');
    expect(content('paid_twice').lines.join()).not.toContain('Amount');
  });

  test('requests a payment only while the order awaits it', () => {
    const unpaidOrder = { order_status: 'pending', payment_status: 'unpaid' } as const;
    const seeOrder = { label: 'See your order', url: LINKS.order };
    expect(content('payment_failed', unpaidOrder).action).toEqual({ label: 'Pay now', url: LINKS.payment });
    expect(content('payment_failed').action).toEqual(seeOrder);
    expect(content('placed', unpaidOrder).action).toEqual(seeOrder);
    expect(sheet('payment_failed', unpaidOrder).facts.at(-1)?.link).toEqual(seeOrder);
    expect(sheet('payment_failed').facts.at(-1)).not.toHaveProperty('link');
  });

  test('about an awaited payment is marked as temporary', () => {
    expect(content('payment_pending')).toMatchObject({ isPassing: true });
    expect(content('payment_failed')).not.toHaveProperty('isPassing');
  });
});

describe('the order sheet in an email', () => {
  test('has each line with its amount, and no empty note', () =>
    expect(sheet('placed').goods).toEqual([
      { what: '1 × Scarf', notes: [], amount: '₹100.00' },
      { what: '2 m Cloth', notes: [], amount: '₹200.00' },
    ]));

  test('states the remaining quantity of each line', () => {
    const notes = (...credits: OrderCredit[]) => sheet('shipped', {}, credits).goods.map((line) => line.notes);
    expect(notes(creditOf(1, 50, 5_000))).toEqual([[], ['Now 1.5 m']]);
    expect(notes(creditOf(0, 1, 10_000))).toEqual([['Removed'], []]);
  });

  test('omits amounts of zero, except for delivery, which is shown as free', () => {
    expect(sheet('placed').sums).toEqual([
      { label: 'Subtotal', amount: '₹300.00' },
      { label: 'Delivery', amount: 'Free' },
      { label: 'Total', amount: '₹300.00', isTotal: true },
    ]);
    const orderWithCharges = {
      discount_paise: 1_000,
      delivery_paise: 7_900,
      cod_fee_paise: 2_900,
      total_paise: 36_900,
    };
    expect(sheet('placed', orderWithCharges).sums.slice(1)).toEqual([
      { label: 'Coupon', amount: '−₹10.00' },
      { label: 'Delivery', amount: '₹50.00' },
      { label: 'Fee for cash on delivery', amount: '₹29.00' },
      { label: 'Total', amount: '₹369.00', isTotal: true },
    ]);
    expect(sheet('placed', { delivery_paise: 2_900, cod_fee_paise: 2_900 }).sums[1]).toEqual({
      label: 'Delivery',
      amount: 'Free',
    });
    expect(sheet('shipped', {}, [creditOf(1, 50, 5_000)]).sums.slice(-2)).toEqual([
      { label: 'Deductions', amount: '−₹50.00' },
      { label: 'Total now', amount: '₹250.00', isTotal: true },
    ]);
  });

  test('states the address and the payment method', () => {
    expect(sheet('placed').facts).toEqual([
      {
        label: 'Delivery address',
        lines: ['Asha Rao', '5, Karkhana Lane', 'Near the well', 'Delhi, Delhi 110001', '+91 9876543210'],
      },
      { label: 'Payment', lines: ['Razorpay · Paid'] },
    ]);
    const cashOrder = {
      payment_method: 'cod',
      payment_status: 'cod',
      address_json: JSON.stringify({ ...ADDRESS, landmark: '', city: 'Delhi', state: 'Delhi' }),
    } as const;
    const [address, payment] = sheet('placed', cashOrder).facts;
    expect(address?.lines).toHaveLength(4);
    expect(payment?.lines).toEqual(['Cash on delivery']);
  });

  test('links to the tracking page of the parcel if it is known', () => {
    const url = 'https://post.example/1';
    expect(sheet('shipped', { carrier: 'India Post', tracking_url: url }).facts[0]).toEqual({
      label: 'Parcel',
      lines: ['Sent by India Post'],
      link: { label: 'Track the parcel', url },
    });
    expect(sheet('shipped', { carrier: 'India Post' }).facts[0]).not.toHaveProperty('link');
  });
});
