import { expect, test } from 'vitest';
import { EXCHANGE_IMAGE_RULES } from '#lib/sales/exchanges/exchange.ts';
import { returnPolicyJsonLd } from '#lib/sales/exchanges/exchange-json-ld.ts';
import { returnInstructions } from '#lib/sales/exchanges/return-instructions.ts';

const SHOP = {
  name: 'Taana',
  address: { address: '2nd Floor, Ranigunj', mobile: '9876543210', email: 'hello@taana.example' },
} as Parameters<typeof returnInstructions>[0]['shop'];
/** The end of 5 December in India. */
const UNTIL = Date.parse('2026-12-06T00:00:00+05:30');
const instructions = (...reasons: string[]) =>
  returnInstructions({ orderNumber: 'TA-1', reasons, expiresAt: UNTIL, shop: SHOP });

test('the instructions state the address, the deadline, what to write on the parcel and put in it, and who pays', () =>
  expect(instructions('Size too small').map(({ label, text }) => `${label}: ${text}`)).toEqual([
    'Send it to: Taana, Exchanges, 2nd Floor, Ranigunj. Mobile +91 9876543210',
    'By when: It should reach us by 5 December 2026. We are keeping the new goods for you until then.',
    'On the parcel: Write the order number, TA-1, on the outside.',
    'Put in: Only the goods of this exchange, unworn and unwashed, with their tags.',
    expect.stringContaining('Who pays: We do.'),
  ]));

test.each([
  [['Changed my mind'], 'You pay the postage, because you have changed your mind.'],
  [['Changed my mind', 'Product defective'], expect.stringContaining('We do.')],
  [['Product defective'], expect.stringContaining('photograph of the receipt to hello@taana.example')],
  [[], expect.stringContaining('We do.')],
])('the instructions state who pays the postage for the reasons %j', (reasons, text) =>
  expect(instructions(...reasons).at(-1)?.text).toEqual(text),
);

test('accepts five pictures of 5 MB and the form fields for the longest order', () => {
  const { fileFields, maxFiles, maxFileBytes, kinds, messages, maxFields, maxFieldBytes } = EXCHANGE_IMAGE_RULES;
  expect([fileFields, maxFiles, maxFileBytes, kinds]).toEqual([
    ['images'],
    5,
    5_242_880,
    ['png', 'jpeg', 'webp', 'gif'],
  ]);
  expect(messages.tooManyFiles).toBe('Maximum 5 images allowed');
  expect(messages.fileTooLarge('me.png')).toBe('me.png is too large. Maximum size is 5MB');
  expect(messages.typeNotAllowed('me.pdf')).toBe('me.pdf is not a valid image file');
  // An order has up to 100 lines with two fields each, and a character of the reason takes up to four bytes.
  expect(maxFields).toBeGreaterThanOrEqual(200);
  expect(maxFieldBytes).toBeGreaterThanOrEqual(4_000);
});

test('structured data states that products can be exchanged for 7 days, but cut cloth can’t', () => {
  const policy = { '@type': 'MerchantReturnPolicy', applicableCountry: 'IN' };
  expect(returnPolicyJsonLd()).toEqual(returnPolicyJsonLd('piece'));
  expect(returnPolicyJsonLd('piece')).toEqual({
    ...policy,
    returnPolicyCategory: 'https://schema.org/MerchantReturnFiniteReturnWindow',
    merchantReturnDays: 7,
    returnMethod: 'https://schema.org/ReturnByMail',
    refundType: 'https://schema.org/ExchangeRefund',
  });
  expect(returnPolicyJsonLd('metre')).toEqual({
    ...policy,
    returnPolicyCategory: 'https://schema.org/MerchantReturnNotPermitted',
  });
});
