import { describe, expect, test } from 'vitest';
import { gstinCheckCharacter } from '#lib/primitives/gstin.ts';
import { businessOf, businessSchema } from '#lib/sales/orders/record/business-buyer.schema.ts';
import { BUSINESS_MESSAGES, gstinRefusal, offersBusinessInvoices } from '#lib/sales/orders/record/business-buyer.ts';

const withCheckCharacter = (start: string) => start + gstinCheckCharacter(start);
const TELANGANA = withCheckCharacter('36AABCT1332L1Z');
const KARNATAKA = withCheckCharacter('29AABCT1332L1Z');

describe('the business fields', () => {
  const errors = (fields: object) =>
    businessSchema.safeParse(fields).error?.issues.map(({ path, message }) => [path[0], message]);

  test('may be empty for a consumer', () => {
    expect(businessOf(businessSchema.parse({}))).toBeUndefined();
    expect(businessOf(businessSchema.parse({ gstin: ' ', business: '' }))).toBeUndefined();
  });

  test('may be in lower case and contain spaces', () =>
    expect(
      businessOf(businessSchema.parse({ gstin: `36 ${TELANGANA.slice(2).toLowerCase()}`, business: ' Asha  Stores ' })),
    ).toEqual({ gstin: TELANGANA, name: 'Asha Stores' }));

  test.each([
    [{ gstin: '36AABCT', business: 'Asha Stores' }, [['gstin', BUSINESS_MESSAGES.pattern]]],
    [
      { gstin: `${TELANGANA.slice(0, 14)}${TELANGANA.endsWith('A') ? 'B' : 'A'}`, business: 'Asha Stores' },
      [['gstin', BUSINESS_MESSAGES.check]],
    ],
    [{ gstin: TELANGANA }, [['business', BUSINESS_MESSAGES.noName]]],
    [{ business: 'Asha Stores' }, [['gstin', BUSINESS_MESSAGES.noGstin]]],
  ])('are rejected: %j', (fields, expected) => expect(errors(fields)).toEqual(expected));
});

test('a GSTIN must be registered in the state to which the parcel goes', () => {
  expect(gstinRefusal(TELANGANA, 'Telangana')).toBeUndefined();
  expect(gstinRefusal(KARNATAKA, 'Telangana')).toBe(
    'This GSTIN is registered in Karnataka (29), but the parcel goes to Telangana (36). Use the GSTIN of that state, or none.',
  );
  expect(gstinRefusal(withCheckCharacter('99AABCT1332L1Z'), 'Telangana')).toMatch(/is registered in another state/);
});

test('only a seller who collects GST offers invoices for businesses', () => {
  const settings = { buyerGstin: true, gstin: TELANGANA, gstScheme: 'regular' as const };
  expect(offersBusinessInvoices(settings)).toBe(true);
  expect(offersBusinessInvoices({ ...settings, buyerGstin: false })).toBe(false);
  expect(offersBusinessInvoices({ ...settings, gstin: '' })).toBe(false);
  expect(offersBusinessInvoices({ ...settings, gstScheme: 'composition' })).toBe(false);
});
