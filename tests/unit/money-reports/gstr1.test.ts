import { expect, test } from 'vitest';
import { gstr1Of, missingHsnPaise } from '#lib/sales/money-reports/gstr1/gstr1.ts';
import type { Supply } from '#lib/sales/money-reports/supply.ts';

const SCARF: Supply = {
  ...{ document: 'invoice', sign: 1, scheme: 'regular', state: 'Kerala', isInterState: true, hsn: '6214' },
  ...{ unit: 'piece', rateBp: 500, quantity: 1, isBusiness: false },
  tax: { taxablePaise: 28_571, cgstPaise: 0, sgstPaise: 0, igstPaise: 1_429 },
};
const NO_DOCUMENTS = { businessInvoices: [], businessNotes: [], largeInvoices: [], largeNotes: [], issuedNumbers: [] };

test('goods at 0 % are in table 8, and not in table 7', () => {
  const tax = { taxablePaise: 10_000, cgstPaise: 0, sgstPaise: 0, igstPaise: 0 };
  const cap: Supply = { ...SCARF, hsn: '6505', rateBp: 0, tax };
  const { otherSupplies, nilRated, hsn } = gstr1Of([SCARF, cap], NO_DOCUMENTS);
  expect(otherSupplies.map(({ rateBp }) => rateBp)).toEqual([500]);
  expect(nilRated).toEqual([{ isInterState: true, isBusiness: false, paise: 10_000 }]);
  expect(hsn.map((row) => row.hsn)).toEqual(['6214', '6505']);
});

test('a sale and its credit note in the same month leave no row', () => {
  const note: Supply = { ...SCARF, document: 'note', sign: -1 };
  expect(gstr1Of([SCARF, note], NO_DOCUMENTS)).toMatchObject({ otherSupplies: [], hsn: [] });
});

test('bills of supply are left out, and the value of goods without an HSN is summed', () => {
  const bill: Supply = { ...SCARF, scheme: 'composition', rateBp: 0 };
  const gstr1 = gstr1Of([{ ...SCARF, hsn: '' }, bill], NO_DOCUMENTS);
  expect(gstr1.nilRated).toEqual([]);
  expect(missingHsnPaise(gstr1)).toBe(28_571);
});

test('sales to businesses are not in any consumer table, and have separate rows by HSN', () => {
  const { otherSupplies, hsn } = gstr1Of([SCARF, { ...SCARF, isBusiness: true }], NO_DOCUMENTS);
  expect(otherSupplies.map(({ tax }) => tax.taxablePaise)).toEqual([28_571]);
  expect(hsn.map(({ isBusiness, quantity }) => [isBusiness, quantity])).toEqual([
    [true, 1],
    [false, 1],
  ]);
});
