import { expect, test } from 'vitest';
import { EXCHANGE_STEPS } from '#lib/sales/exchanges/exchange.ts';
import { exchangeMailLines } from '#lib/sales/exchanges/exchange-mail.server.ts';

const EXCHANGE: Parameters<typeof exchangeMailLines>[0] = {
  ...{ state: 'requested', shipped_at: null, delivered_at: null, answer: null, expires_at: null },
  ...{ reasons_json: '["Size too small"]', carrier: null, tracking_number: null, tracking_url: null },
};
const GOODS = [
  { name: 'Kurta', variant: 'L', quantity: 2, sell_unit: 'piece' },
  { name: 'Cloth', variant: '', quantity: 150, sell_unit: 'metre' },
] as const;
const SHOP = {
  name: 'Taana',
  address: { address: '2nd Floor, Ranigunj', mobile: '9876543210', email: 'hello@taana.example' },
} as Parameters<typeof exchangeMailLines>[3];
const REPLACEMENTS = 'You will receive:\n2 × Kurta (L)\n1.5 m Cloth';
const UNTIL = Date.parse('2026-12-06T00:00:00+05:30');

const lines = (change: Partial<typeof EXCHANGE>, items: readonly (typeof GOODS)[number][] = GOODS) =>
  exchangeMailLines({ ...EXCHANGE, ...change }, 'TA-1', [...items], SHOP);

test('confirms a request, with the response time', () =>
  expect(lines({})).toEqual([EXCHANGE_STEPS.requested, 'We answer within 3-5 business days.']));

test('an approval states the replacement and how to return the item', () => {
  const mailLines = lines({ state: 'approved', expires_at: UNTIL });
  expect(mailLines.slice(0, 3)).toEqual([
    EXCHANGE_STEPS.approved,
    REPLACEMENTS,
    'Send it to: Taana, Exchanges, 2nd Floor, Ranigunj. Mobile +91 9876543210',
  ]);
  expect(mailLines.slice(3).map((line) => line.replace(/:.*/, ''))).toEqual([
    'By when',
    'On the parcel',
    'Put in',
    'Who pays',
  ]);
  expect(lines({ state: 'approved' })).toEqual([EXCHANGE_STEPS.approved, REPLACEMENTS]);
  expect(lines({ state: 'approved' }, [])).toEqual([EXCHANGE_STEPS.approved]);
});

test('after receipt and delivery, the email names only the new items', () => {
  const receivedExchange = { expires_at: UNTIL, carrier: 'India Post', state: 'received' } as const;
  expect(lines(receivedExchange)).toEqual([EXCHANGE_STEPS.received, REPLACEMENTS]);
  expect(lines({ ...receivedExchange, shipped_at: 1, delivered_at: 2 })).toEqual([
    EXCHANGE_STEPS.delivered,
    REPLACEMENTS,
  ]);
});

test('describes the replacement parcel with the known data', () => {
  const shippedExchange = { state: 'received', shipped_at: 1 } as const;
  const parcel = { carrier: 'India Post', tracking_number: 'EX1', tracking_url: 'https://post.example/EX1' };
  expect(lines({ ...shippedExchange, ...parcel })).toEqual([
    EXCHANGE_STEPS.shipped,
    REPLACEMENTS,
    'Courier: India Post.\nTracking number: EX1.\nhttps://post.example/EX1',
  ]);
  expect(lines({ ...shippedExchange, tracking_number: 'EX1' }).at(-1)).toBe('Tracking number: EX1.');
  expect(lines(shippedExchange)).toEqual([EXCHANGE_STEPS.shipped, REPLACEMENTS]);
});

test.each(['declined', 'expired'] as const)(
  'the email about a %s exchange names no items, and includes the shop’s answer if there is one',
  (state) => {
    expect(lines({ state })).toEqual([EXCHANGE_STEPS[state]]);
    expect(lines({ state, answer: 'It was washed.' })).toEqual([EXCHANGE_STEPS[state], 'It was washed.']);
  },
);
