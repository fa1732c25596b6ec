import { describe, expect, test } from 'vitest';
import { exchangeErrors } from '#lib/support/exchange.schema.ts';
import { EXCHANGE_MESSAGES, exchangeWindowEnd } from '#lib/support/exchange.ts';

describe('the window of an exchange', () => {
  test.each([
    ['just after midnight in India', '2026-03-01T18:31:00Z', '2026-03-09T18:30:00.000Z'],
    ['just before midnight in India', '2026-03-01T18:29:00Z', '2026-03-08T18:30:00.000Z'],
    ['at noon', '2026-03-01T06:30:00Z', '2026-03-08T18:30:00.000Z'],
  ])('delivered %s, it ends with day 7 there', (_when, delivered, end) => {
    expect(new Date(exchangeWindowEnd(Date.parse(delivered))).toISOString()).toBe(end);
  });
});

describe('the form of an exchange', () => {
  const good = { order: 'a', reasons: ['Size too small'], customReason: '', hasOriginalPackaging: 'true' };

  test('takes ticked boxes, one of them, a JSON list, or a reason in own words', () => {
    expect(exchangeErrors(good)).toBeUndefined();
    expect(exchangeErrors({ ...good, reasons: 'Changed my mind', orderId: 'a' })).toBeUndefined();
    expect(exchangeErrors({ ...good, reasons: '["Quality issues","Wrong item received"]' })).toBeUndefined();
    expect(exchangeErrors({ ...good, reasons: '[]', customReason: 'It hums' })).toBeUndefined();
  });

  test('says everything that is missing at once', () => {
    expect(Object.keys(exchangeErrors({ order: 'a' }) ?? {}).sort()).toEqual(['hasOriginalPackaging', 'reasons']);
  });

  test.each([
    [{ ...good, reasons: [] }, 'reasons', EXCHANGE_MESSAGES.reason],
    [{ ...good, reasons: '[]', customReason: '  ' }, 'reasons', EXCHANGE_MESSAGES.reason],
    [{ ...good, reasons: '[{}' }, 'reasons', EXCHANGE_MESSAGES.reason],
    [{ ...good, reasons: '["Because"]' }, 'reasons', EXCHANGE_MESSAGES.reason],
    [{ ...good, hasOriginalPackaging: undefined }, 'hasOriginalPackaging', EXCHANGE_MESSAGES.packaging],
    [{ ...good, hasOriginalPackaging: 'maybe' }, 'hasOriginalPackaging', EXCHANGE_MESSAGES.packaging],
    [{ ...good, orderId: 'b' }, 'orderId', EXCHANGE_MESSAGES.otherOrder],
    [{ ...good, customReason: 'x'.repeat(1_001) }, 'customReason', EXCHANGE_MESSAGES.reasonLong],
  ])('refuses %#', (input, field, says) => {
    expect(exchangeErrors(input)?.[field]).toBe(says);
  });
});
