import { PINCODE_PATTERN, type PincodeLocation } from '#lib/primitives/pincode.ts';

/** The number of leading digits to search for. If a city's list does not contain them, its ranges are not parsed. */
const PREFIX_DIGITS = 2;

/** Returns the city and state of a pincode, or undefined if it is unknown. `likelyState` is searched first. */
export async function locationOfPincode(pincode: string, likelyState = ''): Promise<PincodeLocation | undefined> {
  if (!PINCODE_PATTERN.test(pincode)) return undefined;
  const { default: table } = await import('#content/pincodes.json', { with: { type: 'json' } });
  const states = Object.entries<Record<string, string>>(table);
  for (const [state, cities] of states.toSorted(([a], [b]) => Number(b === likelyState) - Number(a === likelyState))) {
    for (const [city, pincodes] of Object.entries(cities)) {
      if (includesPincode(pincodes, pincode)) return { pincode, city, state };
    }
  }
  return undefined;
}

function includesPincode(pincodes: string, pincode: string): boolean {
  if (!pincodes.includes(pincode.slice(0, PREFIX_DIGITS))) return false;
  return pincodes.split(' ').some((range) => {
    const [from = '', to = from] = range.split('-');
    return from <= pincode && pincode <= to;
  });
}
