import { describe, expect, test } from 'vitest';
import { whatsAppUrl } from '#lib/primitives/whats-app.ts';
import {
  CUSTOM_PRICE,
  DRAFT_CONTACT,
  DRAFT_PLACEMENT,
  DRAFT_QUANTITY,
} from '#lib/sales/manual-orders/manual-order.schema.ts';
import { availabilityText } from '#lib/sales/manual-orders/manual-order.ts';
import { paymentRequestText } from '#lib/sales/payments/payment-link.server.ts';

const DRAFT = { id: 'd1', version: '7' };

test('the WhatsApp link contains a message with the shop, number, amount, deadline and link', () => {
  const text = paymentRequestText({
    ...{ shopName: 'Rāga & Söhne + 100 %', number: 'TA-2026-000007', amountPaise: 123_450 },
    isReserved: true,
    ...{
      until: Date.parse('2026-11-28T14:30:00+05:30'),
      url: 'https://shop.example/checkout/payment/o1?token=o1.a_b-c',
    },
  });
  const url = whatsAppUrl('9876543210', text);
  expect(url).toMatch(/^https:\/\/wa\.me\/919876543210\?text=[\w%.!~*'()-]+$/);
  expect(new URL(url).searchParams.get('text')).toBe(text);
  expect(text).toBe(
    'Rāga & Söhne + 100 %: please pay ₹1,234.50 for your order TA-2026-000007. We keep the goods for you until 28 Nov 2026, 2:30 pm.\nhttps://shop.example/checkout/payment/o1?token=o1.a_b-c',
  );
});

describe('the stock of a variant', () => {
  test.each([
    ['piece', { quantity: 5 }, '5 in stock'],
    ['piece', { quantity: 0 }, 'out of stock'],
    ['piece', { quantity: 0, preOrderAt: Date.parse('2026-12-05') }, 'Pre-order: ships from 5 December 2026'],
    ['metre', { quantity: 1250, longestCutCm: 1000 }, '12.5 m in stock, longest piece 10 m'],
    ['metre', { quantity: 250, longestCutCm: 250 }, '2.5 m in stock'],
  ] as const)('sold by the %s with %o is “%s”', (sellUnit, variant, text) => {
    expect(availabilityText({ sellUnit }, variant)).toBe(text);
  });
});

describe('the forms of a draft', () => {
  test.each([
    ['', null],
    ['0', 0],
    ['1,250', 125_000],
    ['₹ 1250.5', 125_050],
    ['0.01', 1],
  ])('parse the price “%s” as %s paise', (price, paise) => {
    expect(CUSTOM_PRICE.parse({ ...DRAFT, variant: '3', price, reason: ' Torn\nbox ' })).toMatchObject({
      ...{ price: paise, reason: 'Torn box' },
    });
  });

  test.each(['-1', '1.005', '1e3', 'free', '99999999'])('reject the price “%s”', (price) => {
    expect(CUSTOM_PRICE.safeParse({ ...DRAFT, variant: '3', price }).success).toBe(false);
  });

  test('parse a quantity as pieces or metres, as undefined if it is empty, and as NaN for other text', () => {
    const quantity = (input: string) => DRAFT_QUANTITY.parse({ ...DRAFT, variant: '3', quantity: input }).quantity;
    expect(['', '2', '1.25', '1,5 m', 'two'].map(quantity)).toEqual([undefined, 2, 1.25, 1.5, Number.NaN]);
  });

  test('require a customer’s name and mobile number, and accept an optional email address', () => {
    const input = { ...DRAFT, source: 'phone', contactName: 'Asha Rao', contactMobile: '+91 98765 43210' };
    expect(DRAFT_CONTACT.parse({ ...input, handover: 'send' })).toMatchObject({
      ...{ contactMobile: '9876543210', contactEmail: '', note: '' },
    });
    const contactEmail = 'Asha@Example.in ';
    expect(DRAFT_CONTACT.parse({ ...input, contactEmail, handover: 'send' }).contactEmail).toBe('asha@example.in');
    for (const change of [{ contactEmail: 'asha' }, { contactMobile: '12' }, { contactName: 'A' }, { handover: 'fly' }])
      expect(DRAFT_CONTACT.safeParse({ ...input, handover: 'send', ...change }).success).toBe(false);
  });

  test('accept only the offered hold times and payments', () => {
    const input = { ...DRAFT, payment: 'link', total: '10' };
    expect(DRAFT_PLACEMENT.parse(input).hours).toBe('24');
    expect(DRAFT_PLACEMENT.safeParse({ ...input, hours: '9000' }).success).toBe(false);
    expect(DRAFT_PLACEMENT.safeParse({ ...input, payment: 'counter' }).success).toBe(false);
  });
});
