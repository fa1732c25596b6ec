import { expect, test } from 'vitest';
import { cashRefusal, cashRefusalText } from '#lib/sales/cart/delivery/cash-refusal.ts';
import { hasTooManyRefusals, hasTooManyReturns } from '#lib/sales/cash-rules/cash-rules.ts';

const ZONE = { isCod: true, codFeePaise: 0, codMaximumPaise: 1_000_000 };
const RULES = { pincodeParcels: 10, pincodePercent: 40, refusedParcels: 2, returnCostPaise: 0 };

test.each([
  [ZONE, 1_000_000, undefined, undefined],
  [ZONE, 1_000_001, undefined, 'amount'],
  [ZONE, 100, 'pincode', 'pincode'],
  [ZONE, 1_000_001, 'customer', 'customer'],
  [{ ...ZONE, isCod: false }, 1_000_001, 'customer', 'zone'],
] as const)(
  'in the zone %j, for %d paise and with the broken rule %s, cash is refused because of: %s',
  (zone, totalPaise, rule, refusal) => expect(cashRefusal(zone, totalPaise, rule)).toBe(refusal),
);

test('the text for a customer does not mention earlier orders', () => {
  const text = cashRefusalText('customer', ZONE);
  expect(text).toMatch(/^Not available for this order/);
  expect(text).not.toMatch(/refus|return|came back|parcel|earlier/i);
});

test.each([
  // Fewer parcels than the rule requires.
  [{ delivered: 0, returned: 9 }, false],
  // 40 % is not more than 40 %.
  [{ delivered: 6, returned: 4 }, false],
  [{ delivered: 5, returned: 5 }, true],
  [{ delivered: 10, returned: 0 }, false],
])('a pincode with %j has too many returns: %s', (history, hasTooMany) => {
  expect(hasTooManyReturns(history, RULES)).toBe(hasTooMany);
  expect(hasTooManyReturns(history, { ...RULES, pincodeParcels: 0 })).toBe(false);
});

test('a customer with at least the number of refusals in the rules has too many; 0 turns the rule off', () => {
  expect([0, 1, 2, 3].map((refused) => hasTooManyRefusals(refused, RULES))).toEqual([false, false, true, true]);
  expect(hasTooManyRefusals(9, { ...RULES, refusedParcels: 0 })).toBe(false);
});
