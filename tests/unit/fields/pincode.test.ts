import { expect, test } from 'vitest';
import table from '#content/pincodes.json' with { type: 'json' };
import { typedPincode } from '#lib/fields/pincode.ts';
import { placeOfPincode } from '#lib/fields/pincode-places.server.ts';
import { STATES } from '#lib/fields/states.ts';

test.each([
  ['500003', 'Hyderabad', 'Telangana'],
  ['560001', 'Bengaluru', 'Karnataka'],
  ['110001', 'Delhi', 'Delhi'],
  ['194101', 'Leh', 'Ladakh'],
  ['190001', 'Srinagar', 'Jammu and Kashmir'],
  ['396230', 'Dadra and Nagar Haveli', 'Dadra and Nagar Haveli and Daman and Diu'],
  ['520001', 'Krishna', 'Andhra Pradesh'],
  ['605001', 'Puducherry', 'Puducherry'],
  ['492001', 'Raipur', 'Chhattisgarh'],
  ['122001', 'Gurugram', 'Haryana'],
])('%s lies in %s, %s', async (pincode, city, state) => {
  expect(await placeOfPincode(pincode)).toEqual({ pincode, city, state });
});

test.each(['000000', '999999', '50000', '5000031', 'abcdef', '500003 ', ''])(
  '%j is no known pincode',
  async (pincode) => {
    expect(await placeOfPincode(pincode)).toBeUndefined();
  },
);

test('the list names today’s states and no others', () => {
  expect(Object.keys(table)).toEqual([...STATES]);
});

test('every pincode of the list is found once, in its own place', async () => {
  const seen = new Set<string>();
  for (const cities of Object.values<Record<string, string>>(table)) {
    for (const run of Object.values(cities).flatMap((pincodes) => pincodes.split(' '))) {
      const [from = '', to = from] = run.split('-');
      for (let pin = Number(from); pin <= Number(to); pin++) {
        expect(seen.has(String(pin)), String(pin)).toBe(false);
        seen.add(String(pin));
      }
    }
  }
  expect(seen.size).toBeGreaterThan(19_000);
});

test('only digits can be typed', () => {
  expect(typedPincode('500 003 5')).toBe('500003');
});
