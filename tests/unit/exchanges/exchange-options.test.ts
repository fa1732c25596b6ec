import { expect, test } from 'vitest';
import { priceRefusal } from '#lib/sales/exchanges/exchange-options.ts';

const KURTA = { name: 'Kurta (L)', paidPaise: 34_900, oldPaise: 34_900, isSameVariant: false, isSameProduct: true };

test.each([
  ['another size at the paid price', { newPaise: 34_900 }, undefined],
  ['the same item, regardless of its current price', { newPaise: 249_900, isSameVariant: true }, undefined],
  ['another size after the sale, when both cost more', { newPaise: 249_900, oldPaise: 249_900 }, undefined],
  ['another product at the paid price', { newPaise: 34_900, isSameProduct: false, oldPaise: 249_900 }, undefined],
  ['a more expensive size', { newPaise: 249_900 }, /₹2,499\.00.*₹349\.00.*new order/],
  [
    'a more expensive size of a product that is no longer sold',
    { newPaise: 249_900, oldPaise: undefined },
    /new order/,
  ],
  ['a cheaper size', { newPaise: 19_900 }, /₹199\.00.*can't refund/],
  [
    'another product at the current price of the old one',
    { newPaise: 249_900, oldPaise: 249_900, isSameProduct: false },
    /new/,
  ],
])('checks the price of a replacement: %s', (_description, change, refusal) => {
  const message = priceRefusal({ ...KURTA, ...change });
  if (refusal) expect(message).toMatch(refusal);
  else expect(message).toBeUndefined();
});
