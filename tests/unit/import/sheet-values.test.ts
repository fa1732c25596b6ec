import { describe, expect, test } from 'vitest';
import { rupeesOf } from '#lib/catalog/import/record/rupees.ts';
import { gramsOf, htmlOf, picturesOf, stockOf, unitOf } from '#lib/catalog/import/sheet/sheet-values.ts';

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
  ])('%s', (typed, rupees) => expect(rupeesOf(typed)).toBe(rupees));

  test.each(['', 'free', '12,99', '1.299,00', '1,2', '999-1299', '1299 1499', '-5', '$12', '1,299,0', '1299.', 'ask'])(
    'is not %j',
    (typed) => expect(rupeesOf(typed)).toBeUndefined(),
  );
});

test('stock is pieces, metres, bolts, or none', () => {
  expect(stockOf('12')).toEqual({ quantity: 12 });
  expect(stockOf('1,200 pcs')).toEqual({ quantity: 1200 });
  expect(stockOf('25.5 mtr')).toEqual({ quantity: 25.5 });
  expect(stockOf('20 + 15.5')).toEqual({ quantity: 35.5, bolts: [20, 15.5] });
  expect(stockOf('sold out')).toEqual({ quantity: 0 });
  expect(stockOf('-3')).toEqual({ quantity: 0 });
  for (const unclear of ['yes', '5, 3', '12 boxes', '1.2.3', '']) expect(stockOf(unclear), unclear).toBeUndefined();
});

test('units, weights, pictures and texts are read as people write them', () => {
  expect(['metre', 'Mtr.', 'per metre', 'm', 'Meters'].map(unitOf)).toEqual(Array(5).fill('metre'));
  expect(['piece', 'Pcs', 'nos', 'each', 'set'].map(unitOf)).toEqual(Array(5).fill('piece'));
  expect(unitOf('dozen')).toBeUndefined();
  expect([gramsOf('250', 'Weight'), gramsOf('0.5 kg', 'Weight'), gramsOf('0.5', 'Weight (kg)')]).toEqual([
    250, 500, 500,
  ]);
  expect(gramsOf('heavy', 'Weight')).toBeUndefined();
  expect(picturesOf('front 1.jpg, .\\photos\\back.jpg')).toEqual(['front 1.jpg', 'photos/back.jpg']);
  expect(picturesOf('https://a.example/1.jpg https://a.example/2.jpg')).toHaveLength(2);
  expect(htmlOf('Silk & cotton\nsoft\n\nWash < 30°')).toBe('<p>Silk &amp; cotton<br>soft</p><p>Wash &lt; 30°</p>');
  expect(htmlOf('<b>Bold</b>')).toBe('<b>Bold</b>');
});
