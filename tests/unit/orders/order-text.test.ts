import { describe, expect, test } from 'vitest';
import type { RefundTable } from '#lib/platform/db/tables/orders.ts';
import { orderText } from '#lib/sales/orders/commands/order-text.server.ts';
import type { OrderRow } from '#lib/sales/orders/record/change-order.server.ts';
import type { OrderCredit } from '#lib/sales/orders/record/order-amounts.ts';
import type { LineWithPicture } from '#lib/sales/orders/record/order-json.ts';

const ORDER_TIME = Date.parse('2026-11-21T12:05:00+05:30');
const address = {
  name: 'Asha Rao',
  house: '5-4-86',
  street: 'Karkhana Lane',
  landmark: '',
  city: 'Hyderabad',
  state: 'Telangana',
  pincode: '500003',
  mobile: '9876543210',
};
const order = {
  id: 'o1',
  number: 'TA-1',
  created_at: ORDER_TIME,
  order_status: 'placed',
  payment_status: 'cod',
  payment_method: 'cod',
  source: 'shop',
  collected: 0,
  total_paise: 42_800,
  email: 'asha@example.in',
  mobile: '9876543210',
  note: null,
  address_json: JSON.stringify(address),
  discount_paise: 0,
  coupon_code: null,
  delivery_paise: 11_800,
  prepaid_discount_paise: 0,
  advance_paise: 0,
  advance_paid: 0,
  delivery_tax_json: JSON.stringify({ taxablePaise: 10_000, cgstPaise: 900, sgstPaise: 900, igstPaise: 0 }),
  outfit_paise: 0,
  tax_paise: 3_276,
  tax_scheme: 'regular',
  carrier: null,
  tracking_number: null,
} as OrderRow;
const scarf = {
  position: 0,
  name: 'Scarf',
  variant: 'Red',
  sku: 'TS',
  sell_unit: 'piece',
  quantity: 3,
  price_paise: 10_333,
  total_paise: 31_000,
  tax_rate_bp: 500,
  taxable_paise: 29_524,
  cgst_paise: 738,
  sgst_paise: 738,
  igst_paise: 0,
  bolt_position: null,
  taken: 1,
} as LineWithPicture;

interface Parts {
  order?: Partial<OrderRow>;
  line?: Partial<LineWithPicture>;
  credits?: OrderCredit[];
  refunds?: Partial<RefundTable>[];
  events?: { at: number; kind: string; detail: string | null }[];
}

const detailLines = ({ order: changes, line, credits = [], refunds = [], events = [] }: Parts = {}) =>
  orderText(
    { ...order, ...changes },
    { lines: [{ ...scarf, ...line }], credits, refunds: refunds as RefundTable[], events },
  ).slice(1);

const DETAILS = [
  '  Cash on delivery; mobile 9876543210',
  '  To: Asha Rao, 5-4-86, Karkhana Lane, Hyderabad, Telangana, 500003, 9876543210',
  '  1. 3 × Scarf Red (TS): ₹310.00',
  '  delivery ₹118.00, total ₹428.00 with ₹32.76 GST',
];

test('the summary has the number, time, status, payment, total and email address in columns', () => {
  expect(orderText(order, { lines: [], credits: [], refunds: [], events: [] })[0]).toMatch(
    /^TA-1 {2}21 Nov 2026, 12:05.pm {2}Placed, cash on delivery {17}₹428\.00 {2}asha@example\.in$/,
  );
});

test('lists the details of a placed order', () => expect(detailLines()).toEqual(DETAILS));

test('lists the note, discount and parcel if there are any', () => {
  expect(detailLines({ order: { note: 'Ring twice' } })[0]).toBe(
    '  Cash on delivery; mobile 9876543210; note: Ring twice',
  );
  const discountedOrder = { discount_paise: 500, coupon_code: 'DIWALI' };
  expect(detailLines({ order: discountedOrder })[3]).toBe(
    '  Coupon DIWALI −₹5.00, delivery ₹118.00, total ₹428.00 with ₹32.76 GST',
  );
  expect(detailLines({ order: { ...discountedOrder, coupon_code: null } })[3]).toMatch(/^ {2}Coupon −₹5\.00, delivery/);
  expect(detailLines({ order: { ...discountedOrder, discount_paise: 900, outfit_paise: 400 } })[3]).toMatch(
    /^ {2}Outfit discount −₹4\.00, Coupon DIWALI −₹5\.00, delivery/,
  );
  expect(detailLines({ order: { carrier: 'Blue Dart' } })[4]).toBe('  Sent by Blue Dart');
  expect(detailLines({ order: { carrier: 'Blue Dart', tracking_number: 'BD77' } })[4]).toBe(
    '  Sent by Blue Dart, BD77',
  );
});

test.each([
  ['composition', ', without tax: composition scheme'],
  ['unregistered', ', without tax: not registered'],
] as const)('states the reason why %s sellers collect no tax', (tax_scheme, ending) => {
  expect(detailLines({ order: { tax_scheme } })[3]).toBe(`  delivery ₹118.00, total ₹428.00${ending}`);
});

test('a line states its bolt and whether it is pre-ordered', () => {
  const cloth = { sell_unit: 'metre', quantity: 250, bolt_position: 1, variant: '', sku: null } as const;
  expect(detailLines({ line: cloth })[2]).toBe('  1. 2.5 m Scarf, from bolt 2: ₹310.00');
  expect(detailLines({ line: { taken: 0 } })[2]).toBe('  1. 3 × Scarf Red (TS), pre-ordered: ₹310.00');
});

describe('credits', () => {
  const returnedPart = { quantity: 1, taxable_paise: 9_841, cgst_paise: 246, sgst_paise: 246, igst_paise: 0 };
  const credit = (line: object, changes: object = {}) =>
    ({
      kind: 'returned',
      total_paise: 10_333,
      owed_paise: 0,
      note_number: null,
      reason: null,
      delivery_tax_json: '{"taxablePaise":0,"cgstPaise":0,"sgstPaise":0,"igstPaise":0}',
      lines: [{ position: 0, destination: 'stock', ...returnedPart, ...line }],
      ...changes,
    }) as unknown as OrderCredit;

  test('state the returned items, and the remaining and due amounts', () => {
    expect(detailLines({ credits: [credit({}, { note_number: 'CN1', reason: 'Torn' })] }).slice(4)).toEqual([
      '  Returned: −₹103.33 (line 1 restocked; CN1; Torn)',
      '  NOW ₹324.67, ₹324.67 still to pay; left: 2 × of line 1',
    ]);
    expect(detailLines({ credits: [credit({ destination: 'spoilt' })] })[4]).toBe(
      '  Returned: −₹103.33 (line 1 not restocked)',
    );
  });

  test('for an amount name no items, and state no due amount for a paid order', () => {
    const credits = [credit({ quantity: 0, destination: 'none' })];
    expect(detailLines({ credits, order: { payment_status: 'paid' } }).slice(4)).toEqual([
      '  Returned: −₹103.33',
      '  NOW ₹324.67',
    ]);
  });
});

test('refunds state whether they are due or sent, and how', () => {
  const refund = { amount_paise: 500, reference: 'pay_1', reason: 'cancelled', gateway_refund: null } as const;
  expect(
    detailLines({
      refunds: [
        { ...refund, state: 'due', provider: 'razorpay' },
        { ...refund, state: 'due', provider: 'cash' },
        { ...refund, state: 'sent', provider: 'razorpay', gateway_refund: 'rfnd_1' },
        { ...refund, state: 'sent', provider: 'cash' },
      ],
    }).slice(4),
  ).toEqual([
    '  REFUND DUE ₹5.00 of razorpay payment pay_1, because the order is cancelled: orders refund TA-1',
    '  REFUND DUE ₹5.00 of cash, because the order is cancelled: orders refund TA-1',
    '  REFUNDED ₹5.00 of razorpay payment pay_1 (rfnd_1)',
    '  REFUNDED ₹5.00 of cash (by hand)',
  ]);
});

test('events have a description and their details', () => {
  const events = [
    { at: ORDER_TIME, kind: 'out_for_delivery', detail: null },
    { at: ORDER_TIME, kind: 'refused', detail: 'Not at home' },
  ];
  expect(
    detailLines({ events })
      .slice(4)
      .map((line) => line.replace(/^.*m {2}/, '')),
  ).toEqual(['Out for delivery', 'The parcel was refused and came back: Not at home']);
});
