import { describe, expect, test } from 'vitest';
import { exchangeText } from '#lib/sales/exchanges/exchange-text.ts';
import type { AdminExchange, ExchangeDetails } from '#lib/sales/exchanges/read-exchanges.server.ts';

const AT = Date.parse('2026-11-21T12:05:00+05:30');
const exchange = {
  number: 'TA-1',
  created_at: AT,
  email: 'asha@example.in',
  reasons_json: '["Size too small"]',
  custom_reason: null,
  state: 'requested',
  shipped_at: null,
  delivered_at: null,
  has_original_packaging: 1,
  spoilt: 0,
  answer: null,
  carrier: null,
  tracking_number: null,
  tracking_url: null,
} as unknown as AdminExchange;
const address = {
  name: 'Asha Rao',
  house: '5',
  street: 'Lane',
  landmark: '',
  city: 'Pune',
  state: 'MH',
  pincode: '411001',
};
const order = { address_json: JSON.stringify(address), mobile: '9876543210' };
const kurta: ExchangeDetails['goods'][number] = {
  sku: 'TK-S',
  name: 'Kurta',
  variant: 'S',
  quantity: 2,
  sell_unit: 'piece',
  new_sku: null,
  new_name: null,
  new_variant: null,
  exchanged_quantity: null,
  bolt_position: null,
  is_open: null,
  taken: null,
};
const kurtaExchange = {
  ...kurta,
  exchanged_quantity: 1,
  new_sku: 'TK-M',
  new_name: 'Kurta',
  new_variant: 'M',
  is_open: 0,
  taken: 1,
};

const detailLines = (changes: Partial<AdminExchange> = {}, goods = [kurta]) =>
  exchangeText({ ...exchange, ...changes }, { order, goods }).slice(1);

test('the summary has the number, step, time, email address and reasons', () => {
  const [summary] = exchangeText({ ...exchange, custom_reason: 'Too\nlong' }, { order, goods: [] });
  expect(summary).toMatch(
    /^TA-1 {2}requested {2}21 Nov 2026, 12:05.pm {2}asha@example\.in {2}Size too small; Too long$/,
  );
});

test('the summary of a request without a custom reason ends with the selected reasons', () => {
  expect(exchangeText(exchange, { order, goods: [] })[0]).toMatch(/asha@example\.in {2}Size too small$/);
});

test('a request without a choice lists all items of the order, and the address', () => {
  expect(detailLines()).toEqual([
    '  With the original packaging',
    '  2 × Kurta S (TK-S)',
    '  To: Asha Rao, 5, Lane, Pune, MH, 411001, 9876543210',
  ]);
  expect(detailLines({ has_original_packaging: 0 })[0]).toBe('  Without the original packaging');
});

describe('chosen items', () => {
  const itemLines = (line: Partial<typeof kurtaExchange>) =>
    detailLines({}, [kurta, { ...kurtaExchange, ...line }]).slice(1, -1);

  test('are listed without the other items, with the returned and the replacement item', () => {
    expect(itemLines({})).toEqual(['  Comes back: 1 × Kurta S (TK-S)', '  Goes out: 1 × Kurta M (TK-M)']);
  });

  test('state whether the owner must choose, whether they are held, and from which bolt they are cut', () => {
    expect(itemLines({ is_open: 1 })[1]).toBe('  Goes out: to be chosen with --swap');
    expect(itemLines({ taken: 0 })[1]).toBe('  Goes out: 1 × Kurta M (TK-M) (not reserved)');
    expect(itemLines({ sell_unit: 'metre', exchanged_quantity: 150, bolt_position: 2 })).toEqual([
      '  Comes back: 1.5 m Kurta S (TK-S)',
      '  Goes out: 1.5 m Kurta M (TK-M), from bolt 3',
    ]);
  });
});

test('mentions damaged goods, the parcel and the answer if there are any', () => {
  const sentExchange = {
    state: 'received',
    spoilt: 1,
    shipped_at: AT,
    carrier: 'Blue Dart',
    answer: 'Here \u001b[1mit is',
  } as const;
  const lines = detailLines(sentExchange);
  expect(lines[2]).toBe('  The returned goods were damaged and not restocked');
  expect(lines[4]).toMatch(/^ {2}Sent on 21 Nov 2026, 12:05.pm, Blue Dart$/);
  expect(lines[5]).toBe('  Answer: Here [1mit is');
});

test('the details of a declined request omit the address', () => {
  expect(detailLines({ state: 'declined' })).toEqual(['  With the original packaging', '  2 × Kurta S (TK-S)']);
});
