import { expect, test } from 'vitest';
import { googleAudienceOf } from '#lib/catalog/feeds/google-audience.ts';
import { isGtin } from '#lib/catalog/feeds/gtin.ts';

test.each([
  ['8901030865275', true],
  ['8901030865276', false],
  ['96385074', true],
  ['036000291452', true],
  ['K-S', false],
  ['', false],
])('%j is a GTIN: %s', (barcode, isValid) => expect(isGtin(barcode)).toBe(isValid));

test.each([
  ['Women Kurtas', undefined, { ageGroup: 'adult', gender: 'female' }],
  ['Men Shirts', undefined, { ageGroup: 'adult', gender: 'male' }],
  ['Children Baby (0–2 years)', '0-3 months', { ageGroup: 'newborn', gender: 'unisex' }],
  ['Children Frocks', '6-12 months', { ageGroup: 'infant', gender: 'unisex' }],
  ['Girls', '4-5 years', { ageGroup: 'toddler', gender: 'female' }],
  ['Boys', '5-6 years', { ageGroup: 'kids', gender: 'male' }],
  ['Boys', '5-6 yrs', { ageGroup: 'kids', gender: 'male' }],
  ['Boys', '8', { ageGroup: 'kids', gender: 'male' }],
  ['Girls', '6-12M', { ageGroup: 'infant', gender: 'female' }],
  ['Children', undefined, { ageGroup: 'kids', gender: 'unisex' }],
  ['Fabrics Cotton', undefined, undefined],
])('the audience of %s, age %s, is %j', (category, age, googleAudience) =>
  expect(googleAudienceOf(category, age)).toEqual(googleAudience),
);
