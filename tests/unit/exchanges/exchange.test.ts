import { describe, expect, test } from 'vitest';
import { fieldErrors } from '#lib/primitives/field-errors.ts';
import { exchangeSchema } from '#lib/sales/exchanges/exchange.schema.ts';
import {
  EXCHANGE_MESSAGES,
  exchangeRefusal,
  exchangeWindowEnd,
  NOT_DELIVERED,
  returnDeadline,
  WINDOW_OVER,
} from '#lib/sales/exchanges/exchange.ts';

describe('the exchange window', () => {
  test.each([
    ['just after midnight in India', '2026-03-01T18:31:00Z', '2026-03-09T18:30:00.000Z'],
    ['just before midnight in India', '2026-03-01T18:29:00Z', '2026-03-08T18:30:00.000Z'],
    ['at noon', '2026-03-01T06:30:00Z', '2026-03-08T18:30:00.000Z'],
  ])('ends with day 7 in India after a delivery %s', (_when, deliveryTime, end) => {
    expect(new Date(exchangeWindowEnd(Date.parse(deliveryTime))).toISOString()).toBe(end);
  });
});

test('an order can be exchanged from its delivery until the window ends', () => {
  const deliveredAt = Date.parse('2026-03-01T06:30:00Z');
  const deliveredOrder = { order_status: 'delivered', delivered_at: deliveredAt } as const;
  expect(exchangeRefusal(deliveredOrder, exchangeWindowEnd(deliveredAt) - 1)).toBeUndefined();
  expect(exchangeRefusal(deliveredOrder, exchangeWindowEnd(deliveredAt))).toBe(WINDOW_OVER);
  expect(exchangeRefusal({ ...deliveredOrder, delivered_at: null }, deliveredAt)).toBe(NOT_DELIVERED);
  expect(exchangeRefusal({ ...deliveredOrder, order_status: 'returned' }, deliveredAt)).toBe(NOT_DELIVERED);
});

test.each([
  ['2026-03-01T18:31:00Z', '2026-03-16T18:30:00.000Z'],
  ['2026-03-01T18:29:00Z', '2026-03-15T18:30:00.000Z'],
])('the items of an exchange approved at %s are expected until the end of day 14 in India', (approvalTime, end) =>
  expect(new Date(returnDeadline(Date.parse(approvalTime))).toISOString()).toBe(end),
);

const validForm = { order: 'a', reasons: ['Size too small'], customReason: '', hasOriginalPackaging: 'true' };

describe('the exchange form', () => {
  test('accepts one or several reasons, also as a JSON list, or a reason in the customer’s words', () => {
    expect(fieldErrors(exchangeSchema, validForm)).toBeUndefined();
    expect(fieldErrors(exchangeSchema, { ...validForm, reasons: 'Changed my mind', orderId: 'a' })).toBeUndefined();
    expect(
      fieldErrors(exchangeSchema, { ...validForm, reasons: '["Quality issues","Wrong item received"]' }),
    ).toBeUndefined();
    expect(fieldErrors(exchangeSchema, { ...validForm, reasons: '[]', customReason: 'It hums' })).toBeUndefined();
  });

  const linesOf = (form: object) => exchangeSchema.parse({ ...validForm, ...form }).lines;

  test('accepts items and replacements as a JSON list, as form fields, or none', () => {
    expect(linesOf({})).toBeUndefined();
    const lines = [{ line: 0, quantity: 2, replacement: '117' }];
    expect(linesOf({ lines: JSON.stringify(lines) })).toEqual(lines);
    expect(linesOf({ lines: '[{"line":3}]' })).toEqual([{ line: 3, replacement: null }]);
    expect(linesOf({ pieces: ['0:2', '1:0', '2:all'], instead: ['0:117', '1:', '2:advise'] })).toEqual([
      ...lines,
      { line: 2, replacement: null },
    ]);
    expect(linesOf({ pieces: '0:1', instead: '0:advise' })).toEqual([{ line: 0, quantity: 1, replacement: null }]);
    expect(linesOf({ pieces: '99:1:2', instead: '99:117:8' })).toEqual([{ line: 99, quantity: 1, replacement: '117' }]);
  });

  test.each([
    [{ pieces: ['0:0', '1:0'], instead: ['0:', '1:'] }, 'lines', EXCHANGE_MESSAGES.lines],
    [{ pieces: '0:1', instead: '0:' }, 'instead', EXCHANGE_MESSAGES.replacement],
    [{ pieces: '0:-1', instead: '0:117' }, 'lines', EXCHANGE_MESSAGES.lines],
    [{ pieces: '0:x', instead: '0:117' }, 'lines', EXCHANGE_MESSAGES.lines],
    [{ pieces: ['x0:1', '0x:1', '1234:1', ''], instead: '0:117' }, 'lines', EXCHANGE_MESSAGES.lines],
    [{ pieces: ['0:1', '1:1'], instead: '1:117' }, 'instead', EXCHANGE_MESSAGES.replacement],
    [{ pieces: ['0:1', 5], instead: 7 }, 'instead', EXCHANGE_MESSAGES.replacement],
    [{ lines: '[' }, 'lines', EXCHANGE_MESSAGES.lines],
    [{ lines: '[]' }, 'lines', EXCHANGE_MESSAGES.lines],
    [{ lines: [{ line: 0, replacement: "1' or 1" }] }, 'lines', EXCHANGE_MESSAGES.replacement],
  ])('rejects the items %j', (form, field, message) => {
    expect(fieldErrors(exchangeSchema, { ...validForm, ...form })?.[field]).toBe(message);
  });
});

describe('an incomplete or invalid exchange form', () => {
  test('reports all missing fields at once', () => {
    expect(Object.keys(fieldErrors(exchangeSchema, { order: 'a' }) ?? {}).sort()).toEqual([
      'hasOriginalPackaging',
      'reasons',
    ]);
  });

  test.each([
    [{ ...validForm, reasons: [] }, 'reasons', EXCHANGE_MESSAGES.reason],
    [{ ...validForm, reasons: '[]', customReason: '  ' }, 'reasons', EXCHANGE_MESSAGES.reason],
    [{ ...validForm, reasons: '[{}' }, 'reasons', EXCHANGE_MESSAGES.reason],
    [{ ...validForm, reasons: '["Because"]' }, 'reasons', EXCHANGE_MESSAGES.reason],
    [{ ...validForm, hasOriginalPackaging: undefined }, 'hasOriginalPackaging', EXCHANGE_MESSAGES.packaging],
    [{ ...validForm, hasOriginalPackaging: 'maybe' }, 'hasOriginalPackaging', EXCHANGE_MESSAGES.packaging],
    [{ ...validForm, orderId: 'b' }, 'orderId', EXCHANGE_MESSAGES.otherOrder],
    [{ ...validForm, customReason: 'x'.repeat(1_001) }, 'customReason', EXCHANGE_MESSAGES.reasonLong],
  ])('is rejected with an error in $1: $2', (input, field, message) => {
    expect(fieldErrors(exchangeSchema, input)?.[field]).toBe(message);
  });
});
