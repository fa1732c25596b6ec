import { describe, expect, test } from 'vitest';
import { rupeesOf, unitOfPrice } from '#lib/catalog/import/record/rupees.ts';
import {
  parseGrams,
  parsePictures,
  parseStock,
  parseUnit,
  textToHtml,
} from '#lib/catalog/import/sheet/sheet-values.ts';

describe('an amount in rupees', () => {
  test.each([
    ['1299', 1299],
    ['1299.50', 1299.5],
    ['1,299', 1299],
    ['₹1,299.00', 1299],
    ['₹ 749.50', 749.5],
    ['Rs. 1299', 1299],
    ['Rs.1,299/-', 1299],
    ['rs 1299 only', 1299],
    ['INR 1,29,999', 129_999],
    ['1,234,567', 1_234_567],
    ['MRP ₹ 450', 450],
    ['₹480/m', 480],
    ['450 per metre', 450],
    ['\u00a01,299\u00a0', 1299],
    ["'1299", 1299],
    ['0', 0],
    ['12,34,567.5', 1_234_567.5],
    ['1299 only', 1299],
    ['1299/=', 1299],
    ['450 / mtr.', 450],
    ['450 per  metre', 450],
    ['Rs 450  per\npiece', 450],
  ])('is read from %j as %s', (text, rupees) => expect(rupeesOf(text)).toBe(rupees));

  test.each([
    '',
    'free',
    '12,99',
    '1.299,00',
    '1,2',
    '999-1299',
    '1299 1499',
    '-5',
    '$12',
    '1,299,0',
    '1299.',
    'ask',
    '1299 only two',
    '1299/-5',
    'x1,299',
    '12345,299',
    '4 rs 50',
    '450/m2',
    "12'99",
  ])('is not read from %j', (text) => expect(rupeesOf(text)).toBeUndefined());
});

test.each([
  ['450 per  metre', 'metre'],
  ['₹480/m.', 'm'],
  ['480/ pc', 'pc'],
  ['480', undefined],
  ['super 480', undefined],
  ['480/m2', undefined],
])('the unit of the price "%s" is %s', (text, unit) => expect(unitOfPrice(text)).toBe(unit));

test.each<[string, ReturnType<typeof parseStock>]>([
  ["'12", { quantity: 12 }],
  [' 12 ', { quantity: 12 }],
  ['１２', { quantity: 12 }],
  ['-', { quantity: 0 }],
  ['–', { quantity: 0 }],
  ['Nil', { quantity: 0 }],
  ['out of stock', { quantity: 0 }],
  ['-12.55', { quantity: 0 }],
  ['-12.', undefined],
  ['-12.5x', undefined],
  ['nil 5', undefined],
  ['5 nil', undefined],
  ['not sold out', undefined],
  ['5-3', undefined],
  ["1'2", undefined],
  ['20+x', undefined],
  ['20+', undefined],
  ['0.1 + 0.2', { quantity: 0.3, bolts: [0.1, 0.2] }],
  ['12 nos.', { quantity: 12 }],
])('the stock "%s" is %j', (text, stock) => expect(parseStock(text)).toEqual(stock));

test.each<[string, ReturnType<typeof parseUnit>]>([
  [' mtr ', 'metre'],
  ['by the  metre', 'metre'],
  ['by metre', 'metre'],
  ['PER m.', 'metre'],
  ['metre wide', undefined],
  ['cm', undefined],
  ['piece work', undefined],
  ['two pieces', undefined],
  ['m per', undefined],
  ['super m', undefined],
])('the unit "%s" is %s', (word, unit) => expect(parseUnit(word)).toBe(unit));

test.each<[string, string, number | undefined]>([
  [' 250 ', 'Weight', 250],
  ['0.5 kgs.', 'Weight', 500],
  ['1.2345 KG', 'Weight', 1_235],
  ['250.4 gms', 'Weight', 250],
  ['250 g.', 'Weight in kg', 250],
  ['2', 'Weight in Kgs', 2_000],
  ['2', 'Backgskin', 2],
  ['2 kgx', 'Weight', undefined],
  ['2 xkg', 'Weight', undefined],
  ['2 gx', 'Weight', undefined],
  ['2 mg', 'Weight', undefined],
  ['1,2 kg', 'Weight', undefined],
])('the weight "%s" in the column "%s" is %s', (text, column, grams) => expect(parseGrams(text, column)).toBe(grams));

test('pictures are file names, which may contain spaces, or web addresses', () => {
  const address = 'http://a.example/1.jpg';
  expect(parsePictures(`${address}   HTTPS://a.example/2.jpg; my https: photo.jpg`)).toEqual([
    ...[address, 'HTTPS://a.example/2.jpg', 'my https: photo.jpg'],
  ]);
  expect(parsePictures(' /a.jpg | ./b/./c.jpg\n\n, d..jpg ')).toEqual(['a.jpg', 'b/./c.jpg', 'd..jpg']);
  expect(parsePictures('')).toEqual([]);
});

test.each([
  ['a < b', '<p>a &lt; b</p>'],
  ['a <3> b', '<p>a &lt;3&gt; b</p>'],
  ['a <B class="x">b', 'a <B class="x">b'],
  ['a</p>', 'a</p>'],
  ['<h2>a', '<h2>a'],
  ['a\r\nb\r\n \r\n c ', '<p>a<br>b</p><p>c</p>'],
])('the text %j becomes %j', (text, html) => expect(textToHtml(text)).toBe(html));

test('reads stock as pieces, metres, bolts or none, and rejects unclear text', () => {
  expect(parseStock('12')).toEqual({ quantity: 12 });
  expect(parseStock('1,200 pcs')).toEqual({ quantity: 1200 });
  expect(parseStock('25.5 mtr')).toEqual({ quantity: 25.5 });
  expect(parseStock('20 + 15.5')).toEqual({ quantity: 35.5, bolts: [20, 15.5] });
  expect(parseStock('sold out')).toEqual({ quantity: 0 });
  expect(parseStock('-3')).toEqual({ quantity: 0 });
  for (const text of ['yes', '5, 3', '12 boxes', '1.2.3', '']) expect(parseStock(text), text).toBeUndefined();
});

test('parses units, weights, pictures and texts in common spellings', () => {
  expect(['metre', 'Mtr.', 'per metre', 'm', 'Meters'].map(parseUnit)).toEqual(Array(5).fill('metre'));
  expect(['piece', 'Pcs', 'nos', 'each', 'set'].map(parseUnit)).toEqual(Array(5).fill('piece'));
  expect(parseUnit('dozen')).toBeUndefined();
  expect([parseGrams('250', 'Weight'), parseGrams('0.5 kg', 'Weight'), parseGrams('0.5', 'Weight (kg)')]).toEqual([
    250, 500, 500,
  ]);
  expect(parseGrams('heavy', 'Weight')).toBeUndefined();
  expect(parsePictures('front 1.jpg, .\\photos\\back.jpg')).toEqual(['front 1.jpg', 'photos/back.jpg']);
  expect(parsePictures('https://a.example/1.jpg https://a.example/2.jpg')).toHaveLength(2);
  expect(textToHtml('Silk & cotton\nsoft\n\nWash < 30°')).toBe('<p>Silk &amp; cotton<br>soft</p><p>Wash &lt; 30°</p>');
  expect(textToHtml('<b>Bold</b>')).toBe('<b>Bold</b>');
});
