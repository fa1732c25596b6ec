import type { STATES } from '#lib/primitives/states.ts';

/** The GST state codes. A GSTIN starts with the code of its state. */
const STATE_CODES: Record<(typeof STATES)[number], string> = {
  'Andaman and Nicobar Islands': '35',
  'Andhra Pradesh': '37',
  'Arunachal Pradesh': '12',
  Assam: '18',
  Bihar: '10',
  Chandigarh: '04',
  Chhattisgarh: '22',
  'Dadra and Nagar Haveli and Daman and Diu': '26',
  Delhi: '07',
  Goa: '30',
  Gujarat: '24',
  Haryana: '06',
  'Himachal Pradesh': '02',
  'Jammu and Kashmir': '01',
  Jharkhand: '20',
  Karnataka: '29',
  Kerala: '32',
  Ladakh: '38',
  Lakshadweep: '31',
  'Madhya Pradesh': '23',
  Maharashtra: '27',
  Manipur: '14',
  Meghalaya: '17',
  Mizoram: '15',
  Nagaland: '13',
  Odisha: '21',
  Puducherry: '34',
  Punjab: '03',
  Rajasthan: '08',
  Sikkim: '11',
  'Tamil Nadu': '33',
  Telangana: '36',
  Tripura: '16',
  'Uttar Pradesh': '09',
  Uttarakhand: '05',
  'West Bengal': '19',
};

/** Returns a string such as `Telangana (36)`. A state that is not in `STATES`, as in old orders, gets no code. */
export function stateWithCode(state: string): string {
  const code = stateCode(state);
  return code === undefined ? state : `${state} (${code})`;
}

/** Returns the GST code of a state, or undefined if the state is not in `STATES`. */
export function stateCode(state: (typeof STATES)[number]): string;
export function stateCode(state: string): string | undefined;
export function stateCode(state: string): string | undefined {
  return (STATE_CODES as Partial<Record<string, string>>)[state];
}
