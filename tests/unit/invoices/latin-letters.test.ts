import { expect, test } from 'vitest';
import { latinLetters } from '#lib/sales/invoices/latin-letters.ts';

test.each([
  ['आशा राव', 'Asha Rav'],
  ['राम मन्दिर रोड, १२', 'Ram Mandir Rod, 12'],
  ['मित्र कृष्ण', 'Mitra Krishna'],
  ['संजय', 'Sanjay'],
  ['தமிழ் செல்வி', 'Tamizh Chelvi'],
  ['హైదరాబాద్', 'Haidarabad'],
  ['ಬೆಂಗಳೂರು', 'Bengaluru'],
  ['കൊച്ചി', 'Kochchi'],
  ['কলকাতা', 'Kalakata'],
  ['ਅੰਮ੍ਰਿਤਸਰ', 'Anmritasar'],
  ['અમદાવાદ', 'Amadavad'],
  ['ଭୁବନେଶ୍ୱର', 'Bhubaneshvara'],
  ['Flat 4, गांधी Road – “B”', 'Flat 4, Gandhi Road - "B"'],
  ['Zoë Żółć', 'Zoë Zó?c'],
  ['北京', '??'],
])('transliterates %s as %s', (text, latinText) => {
  expect(latinLetters(text)).toBe(latinText);
});
