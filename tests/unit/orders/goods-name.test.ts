import { expect, test } from 'vitest';
import { goodsSummary, orderSubject } from '#lib/sales/orders/record/goods-name.ts';

const linesNamed = (...names: string[]) => names.map((name) => ({ name }));

test('the summary of items is the first name and the number of the others', () => {
  expect(goodsSummary(linesNamed('Indigo Kurta'))).toBe('Indigo Kurta');
  expect(goodsSummary(linesNamed('Indigo Kurta', 'Gir Lion Tee', 'Kora Mulmul'))).toBe('Indigo Kurta and 2 more');
});

test('truncates a long name to 40 characters', () => {
  const summary = goodsSummary(linesNamed('Godavari Indigo Straight Kurta with Pintucks and Pockets'));
  expect(summary).toBe('Godavari Indigo Straight Kurta with Pin…');
  expect(summary).toHaveLength(40);
});

test('a subject names items and status, agrees in number, and ends with the order', () => {
  const template = 'Your {goods} {is} out for delivery';
  const number = 'TA-2026-000001';
  expect(orderSubject(template, { number, lines: linesNamed('Indigo Kurta') })).toBe(
    'Your Indigo Kurta is out for delivery (TA-2026-000001)',
  );
  expect(orderSubject(template, { number, lines: linesNamed('Indigo Kurta', 'Tee', 'Mulmul') })).toBe(
    'Your Indigo Kurta and 2 more are out for delivery (TA-2026-000001)',
  );
});

test('replacement patterns in a name are kept literally', () => {
  const subject = orderSubject('Your {goods} {has} been shipped', { number: 'TA-1', lines: linesNamed('Tee $& $1') });
  expect(subject).toBe('Your Tee $& $1 has been shipped (TA-1)');
});
