import { expect, test } from 'vitest';
import table from '#content/pincodes.json' with { type: 'json' };
import { pincodeField } from '#lib/primitives/pincode.schema.ts';
import { filterPincodeInput, PINCODE_INPUT_PATTERN } from '#lib/primitives/pincode.ts';
import { locationOfPincode } from '#lib/primitives/pincode-locations.server.ts';
import { STATES } from '#lib/primitives/states.ts';

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
])('%s is in %s, %s', async (pincode, city, state) => {
  expect(await locationOfPincode(pincode)).toEqual({ pincode, city, state });
});

test.each(['000000', '999999', '50000', '5000031', 'abcdef', '500003 ', ''])(
  '%j is an unknown pincode',
  async (pincode) => {
    expect(await locationOfPincode(pincode)).toBeUndefined();
  },
);

test('the pincode table has exactly the current states', () => {
  expect(Object.keys(table)).toEqual([...STATES]);
});

test('every pincode occurs only once in the table', async () => {
  const seenPincodes = new Set<string>();
  for (const cities of Object.values<Record<string, string>>(table)) {
    for (const run of Object.values(cities).flatMap((pincodes) => pincodes.split(' '))) {
      const [from = '', to = from] = run.split('-');
      for (let pin = Number(from); pin <= Number(to); pin++) {
        expect(seenPincodes.has(String(pin)), String(pin)).toBe(false);
        seenPincodes.add(String(pin));
      }
    }
  }
  expect(seenPincodes.size).toBeGreaterThan(19_000);
});

test.each(['560001', '560 001', ' 560-001 ', '5 6 0 0 0 1', '\u202a560\u00a0001\u202c'])(
  '%j is parsed as 560001 by the server and by the field',
  (text) => {
    expect(pincodeField.safeParse(text)).toMatchObject({ success: true, data: '560001' });
    expect(filterPincodeInput(text)).toBe('560001');
    expect(text).toMatch(new RegExp(`^(?:${PINCODE_INPUT_PATTERN})$`, 'v'));
  },
);

test.each(['56000', '5600011', '060001', '56000l', '५६०००१', ''])('rejects %j', (text) => {
  expect(pincodeField.safeParse(text).error?.issues[0]?.message).toBe('A pincode has 6 digits.');
  expect(text).not.toMatch(new RegExp(`^(?:${PINCODE_INPUT_PATTERN})$`, 'v'));
});

test('the field keeps only the first six digits', () => {
  expect(filterPincodeInput('500 003 5')).toBe('500003');
});
