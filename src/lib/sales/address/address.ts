import type { AddressTable } from '#lib/platform/db/tables/address.ts';
import { MOBILE_MESSAGE } from '#lib/primitives/mobile.ts';
import { PINCODE_MESSAGE } from '#lib/primitives/pincode.ts';

export type AddressType = AddressTable['type'];
export const ADDRESS_TYPES: Record<AddressType, string> = { home: 'Home', work: 'Work', other: 'Other' };
export const ADDRESSES_MAX = 20;
export const ADDRESS_LENGTHS = { name: 60, house: 120, street: 200, landmark: 120, city: 60 } as const;

export const ADDRESS_MESSAGES = {
  name: 'Who receives the parcel? Please give a name.',
  mobile: MOBILE_MESSAGE,
  pincode: PINCODE_MESSAGE,
  house: 'Please give the house or flat number, or its name.',
  street: 'Please give the street or area.',
  city: 'Please give the city or district.',
  state: 'Please choose the state.',
  type: 'Please choose home, work or other.',
  tooLong: 'This text is too long for a label.',
  otherState: ({ pincode, state }: { pincode: string; state: string }) =>
    `Pincode ${pincode} is in ${state}. Please correct the pincode or the state.`,
  cityAndStateMissing: 'We could not find the city and state of this pincode. Please enter them.',
  tooMany: `You can save up to ${ADDRESSES_MAX} addresses. Please delete one first.`,
  pincodeNotKnown: 'We do not know this pincode. Please check it, or type city and state.',
  notSaved: 'The address could not be saved. Please try again.',
  notFound: 'This address no longer exists.',
} as const;

export const ADDRESS_ADDED = 'Address added';
export const ADDRESS_SAVED = 'Address saved';
export const ADDRESS_DELETED = 'Address deleted';

export interface AddressJson extends AddressInput {
  _id: string;
}

export type OrderAddress = Omit<AddressTable, 'id' | 'customer_id' | 'is_default' | 'created_at' | 'updated_at'>;

export interface AddressInput extends OrderAddress {
  isDefault: boolean;
}

/** Returns the fields of an address that an order stores. */
export function orderAddress(address: OrderAddress): OrderAddress {
  const { name, mobile, pincode, house, street, landmark, city, state, type } = address;
  return { name, mobile, pincode, house, street, landmark, city, state, type };
}

type AddressLocation = Pick<AddressInput, 'pincode' | 'city' | 'state'>;

/** If the pincode has changed, clears an unchanged city or state, so that it is filled in again. */
export function clearOutdatedLocation<T extends AddressLocation>(address: T, previous: AddressLocation | undefined): T {
  if (!previous || address.pincode === previous.pincode) return address;
  return {
    ...address,
    city: address.city === previous.city ? '' : address.city,
    state: address.state === previous.state ? '' : address.state,
  };
}

export type AddressField = keyof AddressInput;

/** Reads an address from the old input of a form. Leaves out missing fields and an unknown type. */
export function addressFromForm(fields: Partial<Record<string, string>>): Partial<AddressInput> {
  const { type, isDefault, ...texts } = Object.fromEntries(
    ADDRESS_FIELDS.filter((field) => fields[field] !== undefined).map((field) => [field, fields[field]]),
  );
  return {
    ...texts,
    ...(type && Object.hasOwn(ADDRESS_TYPES, type) ? { type: type as AddressType } : {}),
    ...(isDefault ? { isDefault: true } : {}),
  };
}

export const EMPTY_ADDRESS: AddressInput = {
  name: '',
  mobile: '',
  pincode: '',
  house: '',
  street: '',
  landmark: '',
  city: '',
  state: '',
  type: 'home',
  isDefault: false,
};

export const ADDRESS_FIELDS = Object.keys(EMPTY_ADDRESS) as AddressField[];
