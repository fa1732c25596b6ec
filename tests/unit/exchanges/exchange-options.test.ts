import { expect, test } from 'vitest';
import { replacementRefusal } from '#lib/sales/exchanges/exchange-options.ts';
import { returnInstructions } from '#lib/sales/exchanges/return-instructions.ts';

const KURTA = { name: 'Kurta (L)', paidPaise: 34_900, oldPaise: 34_900, isSameVariant: false, isSameProduct: true };

test.each([
  ['another size at the paid price', { newPaise: 34_900 }, undefined],
  ['the same item, whatever its current price', { newPaise: 249_900, isSameVariant: true }, undefined],
  ['another size after the sale, when both cost more', { newPaise: 249_900, oldPaise: 249_900 }, undefined],
  ['another product at the paid price', { newPaise: 34_900, isSameProduct: false, oldPaise: 249_900 }, undefined],
  ['a more expensive size', { newPaise: 249_900 }, /₹2,499\.00.*₹349\.00.*new order/],
  [
    'a more expensive size of a product that is no longer sold',
    { newPaise: 249_900, oldPaise: undefined },
    /new order/,
  ],
  ['a cheaper size', { newPaise: 19_900 }, /₹199\.00.*can't pay back/],
  [
    'another product at the current price of the old one',
    { newPaise: 249_900, oldPaise: 249_900, isSameProduct: false },
    /new/,
  ],
])('checks the price of a replacement: %s', (_what, change, refusal) => {
  const message = replacementRefusal({ ...KURTA, ...change });
  if (refusal) expect(message).toMatch(refusal);
  else expect(message).toBeUndefined();
});

test('an approval states the return address, the deadline, the method, and who pays', () => {
  const shop = {
    name: 'Shop',
    address: { mobile: '9876543210', email: 'a@b.example', address: '1 Some Road, Hyderabad' },
  };
  const approved = { number: 'TA-2026-000007', expiresAt: Date.parse('2026-12-06T00:00:00+05:30'), shop };
  const instructions = (reasons: string[]) =>
    returnInstructions({ ...approved, reasons })
      .map(({ text }) => text)
      .join('\n');
  for (const text of ['1 Some Road, Hyderabad', '5 December 2026', 'TA-2026-000007', 'tags'])
    expect(instructions(['Size too small'])).toContain(text);
  expect(instructions(['Size too small'])).toMatch(/We do\..*a@b\.example/);
  expect(instructions(['Changed my mind', 'Quality issues'])).toContain('We do.');
  expect(instructions(['Changed my mind'])).toContain('You pay the postage');
});
