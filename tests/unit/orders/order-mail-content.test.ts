import { describe, expect, test } from 'vitest';
import type { OrderLineTable } from '#lib/platform/db/tables/orders.ts';
import { mailHtml, mailText } from '#lib/platform/mail/mail-text.server.ts';
import { orderMailContent } from '#lib/sales/orders/mail/order-mail-content.ts';
import { ORDER_MAIL_WORDS, type OrderMail } from '#lib/sales/orders/mail/order-mail-words.ts';
import type { OrderRow } from '#lib/sales/orders/record/change-order.server.ts';
import type { OrderCredit } from '#lib/sales/orders/record/order-amounts.ts';
import { demoDelivery } from '#support/demo-content.ts';

const ORDER_TIME = Date.parse('2026-11-24T12:00:00+05:30');
const LINKS = {
  order: 'https://shop.example/orders/track/t',
  confirm: 'https://shop.example/orders/confirm/t',
  payment: 'https://shop.example/checkout/payment/1?token=t',
  payOnline: 'https://shop.example/checkout/payment/1?token=t&state=instead',
};
const ADDRESS = { name: 'Asha <Rao>', mobile: '9876543210', pincode: '110001', house: '5', street: 'Karkhana Lane' };
const ORDER = {
  number: 'TA-2026-000001',
  order_status: 'placed',
  payment_status: 'cod',
  payment_method: 'cod',
  source: 'shop',
  collected: 0,
  address_json: JSON.stringify({ ...ADDRESS, landmark: '', city: 'Delhi', state: 'Delhi', type: 'home' }),
  subtotal_paise: 60_000,
  discount_paise: 6_000,
  outfit_paise: 0,
  coupon_code: 'TEN',
  delivery_paise: 10_800,
  cod_fee_paise: 2_900,
  gift_wrap_paise: 0,
  total_paise: 64_800,
  prepaid_discount_paise: 0,
  advance_paise: 0,
  advance_paid: 0,
  delivery_tax_json: JSON.stringify({
    rateBp: 1800,
    taxablePaise: 9_153,
    cgstPaise: 0,
    sgstPaise: 0,
    igstPaise: 1_647,
  }),
  carrier: null,
  tracking_number: null,
  tracking_url: null,
} as OrderRow;
const LINE = {
  name: 'Test Scarf',
  variant: 'Rust',
  sell_unit: 'piece',
  quantity: 2,
  subtotal_paise: 60_000,
  discount_paise: 6_000,
  total_paise: 54_000,
  position: 0,
  price_paise: 30_000,
  tax_rate_bp: 500,
  taxable_paise: 51_429,
  cgst_paise: 0,
  sgst_paise: 0,
  igst_paise: 2_571,
  pre_order_at: null,
} as OrderLineTable;

/** Returns an email as text, and as HTML without its tags. */
function bothForms(
  mail: OrderMail,
  order: Partial<OrderRow> = {},
  lines: OrderLineTable[] = [LINE],
  credits: OrderCredit[] = [],
): string[] {
  const content = orderMailContent(
    mail,
    { order: { ...ORDER, ...order }, lines, credits, terms: demoDelivery, at: ORDER_TIME },
    LINKS,
  );
  const htmlText = mailHtml(content)
    .replaceAll(/href="([^"]*)"/g, '>$1<')
    .replaceAll(/<style.*?<\/style>|<[^>]*>/gs, ' ')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>');
  return [mailText(content), htmlText];
}

describe.each(Object.keys(ORDER_MAIL_WORDS) as OrderMail[])('the email %s', (mail) => {
  test('has the address, the line before and after the discount, and every amount, as text and as HTML', () => {
    for (const form of bothForms(mail)) {
      for (const part of ['Asha <Rao>', '5, Karkhana Lane', 'Delhi, Delhi 110001', '2 × Test Scarf (Rust)'])
        expect(form).toContain(part);
      const amounts = [...form.matchAll(/−?₹[\d,.]+/g)].map(([amount]) => amount);
      for (const amount of ['₹600.00', '₹540.00', '−₹60.00', '₹79.00', '₹29.00', '₹648.00'])
        expect(amounts).toContain(amount);
      for (const label of ['Coupon TEN', 'Fee for cash on delivery', 'Cash on delivery']) expect(form).toContain(label);
    }
  });

  test.each([
    [
      { carrier: 'Delhivery', tracking_number: 'DL123', tracking_url: 'https://t.example/DL123' },
      'Delhivery, tracking number DL123',
    ],
    [{ tracking_number: 'DL123', tracking_url: 'https://t.example/DL123' }, 'Tracking number DL123'],
    [{ tracking_url: 'https://t.example/DL123' }, 'https://t.example/DL123'],
  ])('describes the parcel once it is known: %o', (parcel, text) => {
    for (const form of bothForms(mail, { order_status: 'shipped', ...parcel })) {
      expect(form).toContain(text);
      expect(form).toContain('https://t.example/DL123');
    }
  });
});

test('emails request cash until the delivery, but not afterwards', () => {
  const request = 'Please pay the courier ₹648.00 in cash.';
  for (const form of bothForms('out_for_delivery', { order_status: 'out_for_delivery' }))
    expect(form).toContain(request);
  for (const form of bothForms('delivered', { order_status: 'delivered', payment_status: 'paid' }))
    expect(form).not.toContain('Please pay');
  for (const form of bothForms('too_late', { order_status: 'cancelled' })) expect(form).not.toContain('Please pay');
});

test('after a partial cancellation, an email states the new total, and requests only that amount on delivery', () => {
  const oneScarf = { position: 0, quantity: 1, taxable_paise: 25_714, cgst_paise: 0, sgst_paise: 0, igst_paise: 1_286 };
  const zeroTaxJson = JSON.stringify({ rateBp: 1800, taxablePaise: 0, cgstPaise: 0, sgstPaise: 0, igstPaise: 0 });
  const credit = {
    total_paise: 27_000,
    owed_paise: 0,
    delivery_tax_json: zeroTaxJson,
    lines: [oneScarf],
  } as OrderCredit;
  for (const form of bothForms('shipped', { order_status: 'shipped' }, [LINE], [credit])) {
    expect(form).toContain('Now 1 ×');
    expect(form).toContain('Total now');
    expect(form).toContain('Please pay the courier ₹378.00 in cash.');
  }
});

test('until shipping, emails state the delivery time, or the shipping day of a pre-order', () => {
  const preOrderLine = { ...LINE, pre_order_at: Date.parse('2026-12-12') };
  for (const form of bothForms('placed')) expect(form).toContain('It arrives in 3–7 business days.');
  for (const form of bothForms('placed', {}, [LINE, preOrderLine])) {
    expect(form).toContain('It ships from 12 Dec 2026, and arrives 3–7 business days later.');
    expect(form).toContain('Pre-order · Ships from 12 Dec 2026');
    expect(form).toContain('one parcel');
    expect(form).not.toContain('arrives in');
  }
  for (const form of bothForms('shipped', { order_status: 'shipped' }, [preOrderLine]))
    expect(form).not.toMatch(/12 Dec|arrives/);
});

test('an email about an unpaid order links to the payment and the order', () => {
  const unpaidOrder = { order_status: 'pending', payment_status: 'unpaid', payment_method: 'razorpay' } as const;
  for (const mail of ['payment_pending', 'payment_failed'] as const)
    for (const form of bothForms(mail, unpaidOrder)) {
      expect(form).toContain('Pay now');
      expect(form).toContain(LINKS.payment);
      expect(form).toContain(LINKS.order);
      expect(form).not.toContain('arrives');
    }
  for (const form of bothForms('released', { order_status: 'cancelled', payment_status: 'failed' }))
    expect(form).not.toContain(LINKS.payment);
});

test('the email about an order created by staff requests its payment, and states how long the goods are kept', () => {
  const hold_until = Date.parse('2026-11-28T14:30:00+05:30');
  const unpaidOrder = { order_status: 'pending', payment_status: 'unpaid', payment_method: 'razorpay' } as const;
  for (const form of bothForms('payment_link', { ...unpaidOrder, source: 'phone', hold_until })) {
    expect(form).toContain('Thank you for your order.');
    expect(form).toContain('We keep the goods for you until 28 Nov 2026, 2:30 pm.');
    expect(form).toContain(LINKS.payment);
  }
  for (const form of bothForms('payment_pending', { ...unpaidOrder, source: 'shop', hold_until }))
    expect(form).not.toContain('We keep the goods for you until');
});

test('the email about an order collected at the counter has no delivery address and no arrival time', () => {
  const collectedOrder = { order_status: 'placed', payment_status: 'cod', collected: 1, source: 'counter' } as const;
  for (const form of bothForms('placed', collectedOrder)) {
    expect(form).toContain('Collected by');
    expect(form).toContain('Cash at the counter');
    expect(form).not.toMatch(/Delivery address|arrives|courier/);
  }
});

test('both emails about confirming a cash order have the deadline, and links to confirm it and to the order', () => {
  const until = Date.parse('2026-11-26T12:00:00+05:30');
  const order = { ...ORDER, awaits_confirmation: 1 };
  const mailData = { order, lines: [LINE], credits: [], terms: demoDelivery, at: ORDER_TIME, until };
  for (const mail of ['confirm', 'confirm_reminder'] as const) {
    const content = orderMailContent(mail, mailData, LINKS);
    expect(content.action).toEqual({ label: 'Confirm or change your order', url: LINKS.confirm });
    expect(mailText(content)).toContain('If you don’t confirm it, we will cancel it on 26 Nov 2026, 12:00 pm.');
    expect(mailText(content)).toContain(LINKS.order);
    expect(content.isPassing).toBe(true);
  }
});
