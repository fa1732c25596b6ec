import { expect, test } from 'vitest';
import { rupeeWords } from '#lib/shop/money/rupee-words.ts';

test.each([
  [0, 'Rupees zero only'],
  [1, 'Rupees zero and one paisa only'],
  [2, 'Rupees zero and two paise only'],
  [100, 'Rupees one only'],
  [1_900, 'Rupees nineteen only'],
  [2_000, 'Rupees twenty only'],
  [2_100, 'Rupees twenty-one only'],
  [9_999, 'Rupees ninety-nine and ninety-nine paise only'],
  [10_000, 'Rupees one hundred only'],
  [10_100, 'Rupees one hundred one only'],
  [99_900, 'Rupees nine hundred ninety-nine only'],
  [100_000, 'Rupees one thousand only'],
  [1_241_250, 'Rupees twelve thousand four hundred twelve and fifty paise only'],
  [10_000_000, 'Rupees one lakh only'],
  [99_999_900, 'Rupees nine lakh ninety-nine thousand nine hundred ninety-nine only'],
  [1_000_000_000, 'Rupees one crore only'],
  [12_345_678_900, 'Rupees twelve crore thirty-four lakh fifty-six thousand seven hundred eighty-nine only'],
  [250_000_000_000, 'Rupees two hundred fifty crore only'],
])('writes %i paise as “%s”', (paise, words) => expect(rupeeWords(paise)).toBe(words));
