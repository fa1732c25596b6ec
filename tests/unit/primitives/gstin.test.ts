import { describe, expect, test } from 'vitest';
import {
  GSTIN_PATTERN,
  gstinCheckCharacter,
  hasValidGstinCheckCharacter,
  normalizedGstin,
} from '#lib/primitives/gstin.ts';

describe('the check character of a GSTIN', () => {
  test.each(['08ABCDE1234F1Z0', '27AAPFU0939F1ZV', '36AAZCT0000K1Z6', '32AAZCK0000K1ZN'])('is valid in %s', (gstin) => {
    expect(gstin).toMatch(GSTIN_PATTERN);
    expect(hasValidGstinCheckCharacter(gstin)).toBe(true);
  });

  test('must be the calculated character', () => {
    expect(hasValidGstinCheckCharacter('08ABCDE1234F1Z5')).toBe(false);
    expect(gstinCheckCharacter('08ABCDE1234F1Z5')).toBe('0');
    expect(hasValidGstinCheckCharacter('08ABCDE1234F1Z')).toBe(false);
  });

  test('detects a wrong character and two swapped characters', () => {
    const gstin = '27AAPFU0939F1ZV';
    for (let index = 0; index < 14; index++) {
      const wrongGstin = `${gstin.slice(0, index)}${gstin[index] === 'B' ? 'C' : 'B'}${gstin.slice(index + 1)}`;
      expect(hasValidGstinCheckCharacter(wrongGstin), wrongGstin).toBe(false);
    }
    expect(hasValidGstinCheckCharacter('27AAPFU9039F1ZV')).toBe(false);
  });
});

test('normalizes a GSTIN to upper case without spaces', () => {
  expect(normalizedGstin(' 27 aapfu0939f1zv ')).toBe('27AAPFU0939F1ZV');
});
