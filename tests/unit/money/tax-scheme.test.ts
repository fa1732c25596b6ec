import { expect, test } from 'vitest';
import { collectsTax, DOCUMENT_NOTES, PRICE_NOTES, taxSchemeOf } from '#lib/shop/money/tax-scheme.ts';

const GSTIN = '08ABCDE1234F1Z0';

test('a shop without a GSTIN is unregistered; a shop with one has the scheme in the settings', () => {
  expect(taxSchemeOf({ gstin: '', gstScheme: 'regular' })).toBe('unregistered');
  expect(taxSchemeOf({ gstin: GSTIN, gstScheme: 'regular' })).toBe('regular');
  expect(taxSchemeOf({ gstin: GSTIN, gstScheme: 'composition' })).toBe('composition');
});

test('only a regular taxpayer collects tax', () => {
  expect(collectsTax('regular')).toBe(true);
  expect(collectsTax('composition')).toBe(false);
  expect(collectsTax('unregistered')).toBe(false);
});

test('texts for shoppers state the tax scheme and the documents of the shop', () => {
  expect(PRICE_NOTES.regular).toBe('Prices include GST.');
  expect(PRICE_NOTES.composition).toContain('composition scheme');
  expect(PRICE_NOTES.unregistered).toContain('not registered');
  expect(DOCUMENT_NOTES.regular).toContain('CGST and SGST or IGST');
  expect(DOCUMENT_NOTES.composition).toContain('bill of supply with our GSTIN');
  expect(DOCUMENT_NOTES.unregistered).toContain('bill of supply');
});
