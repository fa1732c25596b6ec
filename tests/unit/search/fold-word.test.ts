import { expect, test } from 'vitest';
import { foldWord } from '#lib/catalog/search/words/fold-word.ts';
import { wordsOf } from '#lib/catalog/search/words/word-fields.ts';

test.each([
  ['kurti', 'Kurthi', 'kurtis', 'koorti', 'कुर्ती', 'કુર્તી'],
  ['saree', 'sari', 'sarees', 'saris', 'saari', 'साड़ी', 'সাড়ি'],
  ['dupatta', 'dupata', 'duppattas', 'दुपट्टा', 'ਦੁਪੱਟਾ'],
  ['salwar', 'salvar', 'सलवार'],
  ['anarkali', 'anarkalis', 'अनारकली'],
  ['sherwani', 'shervani', 'शेरवानी', 'શેરવાની'],
  ['print', 'prints', 'printed', 'printing'],
  ['stripe', 'stripes', 'striped'],
  ['dress', 'dresses'],
  ['embroidery', 'embroidered'],
  ['khadi', 'khaadi', 'खादी'],
  ['baby', 'babies'],
  ['kambal', 'कंबल', 'कम्बल'],
  ['bacha', 'bachcha', 'baccha', 'बच्चा'],
  ['shal', 'शाल', 'ਸ਼ਾਲ'],
  ['sari', 'ਸਾੜੀ'],
  ['night', 'nite', 'nights'],
  ['nightsuit', 'nitesuit'],
  ['light', 'lite'],
])('%s is the same word in its other spellings and forms', (...spellings) => {
  expect(new Set(spellings.map(foldWord)).size).toBe(1);
});

test.each([
  ['men', 'women'],
  ['shirt', 'skirt'],
  ['bag', 'bagh'],
  ['साडी', 'शादी'],
  ['king', 'kin'],
  ['red', 'rd'],
  ['night', 'nighty'],
])('%s and %s are different words', (word, otherWord) => {
  expect(foldWord(word)).not.toBe(foldWord(otherWord));
});

test('words keep their spelling in lower case, without a possessive ending', () => {
  expect(wordsOf('Women’s Boat-Neck, 60 lea: café')).toEqual(['women', 'boat', 'neck', '60', 'lea', 'café']);
});

test('a letter with a hyphen is part of the word, so that a T-shirt is not a shirt', () => {
  expect(wordsOf('T-shirts & A-line, X-1')).toEqual(['tshirts', 'aline', 'x', '1']);
});
