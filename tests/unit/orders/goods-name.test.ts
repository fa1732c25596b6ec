import { expect, test } from 'vitest';
import { goodsInBrief, orderSubject } from '#lib/sales/orders/record/goods-name.ts';

const named = (...names: string[]) => names.map((name) => ({ name }));

test('goods in brief are the first by name, and how many more there are', () => {
  expect(goodsInBrief(named('Indigo Kurta'))).toBe('Indigo Kurta');
  expect(goodsInBrief(named('Indigo Kurta', 'Gir Lion Tee', 'Kora Mulmul'))).toBe('Indigo Kurta and 2 more');
});

test('a long name is cut to 40 characters', () => {
  const brief = goodsInBrief(named('Godavari Indigo Straight Kurta with Pintucks and Pockets'));
  expect(brief).toBe('Godavari Indigo Straight Kurta with Pin…');
  expect(brief).toHaveLength(40);
});

test('a subject names goods and stage, agrees in number, and ends with the order', () => {
  const words = 'Your {goods} {is} out for delivery';
  const number = 'TA-2026-000001';
  expect(orderSubject(words, { number, lines: named('Indigo Kurta') })).toBe(
    'Your Indigo Kurta is out for delivery (TA-2026-000001)',
  );
  expect(orderSubject(words, { number, lines: named('Indigo Kurta', 'Tee', 'Mulmul') })).toBe(
    'Your Indigo Kurta and 2 more are out for delivery (TA-2026-000001)',
  );
});

test('signs of replacement patterns in a name are characters like others', () => {
  const subject = orderSubject('Your {goods} {has} been shipped', { number: 'TA-1', lines: named('Tee $& $1') });
  expect(subject).toBe('Your Tee $& $1 has been shipped (TA-1)');
});
