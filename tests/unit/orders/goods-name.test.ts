import { describe, expect, test } from 'vitest';
import { goodsSummary, orderSubject } from '#lib/sales/orders/record/goods-name.ts';

const linesNamed = (...names: string[]) => names.map((name) => ({ name }));

describe('the summary of items', () => {
  test.each([
    [[], 'order'],
    [['Scarf'], 'Scarf'],
    [['Scarf', 'Cloth', 'Kurta'], 'Scarf and 2 more'],
  ])('named %j is “%s”', (names, summary) => expect(goodsSummary(linesNamed(...names))).toBe(summary));

  test.each([
    ['n'.repeat(40), 'n'.repeat(40)],
    ['n'.repeat(41), `${'n'.repeat(39)}…`],
    [`${'n'.repeat(38)} long name`, `${'n'.repeat(38)}…`],
    [`  ${'n'.repeat(41)}`, `  ${'n'.repeat(37)}…`],
  ])('has at most 40 characters of a name: “%s” becomes “%s”', (name, shownName) => {
    expect(goodsSummary(linesNamed(name))).toBe(shownName);
    expect(goodsSummary(linesNamed(name, 'Scarf'))).toBe(`${shownName} and 1 more`);
  });
});

test('a subject states the items and the status, agrees in number, and ends with the order number', () => {
  const template = 'Your {goods} {is} out for delivery';
  const number = 'TA-2026-000001';
  expect(orderSubject(template, { number, lines: linesNamed('Indigo Kurta') })).toBe(
    'Your Indigo Kurta is out for delivery (TA-2026-000001)',
  );
  expect(orderSubject(template, { number, lines: linesNamed('Indigo Kurta', 'Tee', 'Mulmul') })).toBe(
    'Your Indigo Kurta and 2 more are out for delivery (TA-2026-000001)',
  );
});

test('replacement patterns in a name have no effect', () => {
  const subject = orderSubject('Your {goods} {has} been shipped', { number: 'TA-1', lines: linesNamed('Tee $& $1') });
  expect(subject).toBe('Your Tee $& $1 has been shipped (TA-1)');
});
