import { useRef, useState } from 'react';
import { findPlace } from '#islands/account/address.client.ts';
import { type AddressErrors, type AddressInput, ADDRESS_MESSAGES as MESSAGES } from '#lib/address/address.ts';
import { PINCODE_PATTERN } from '#lib/fields/pincode.ts';

/** What is typed of an address, what is wrong with it, and city and state as the pincode says. */
export function useAddress(initial: AddressInput, initialErrors: AddressErrors = {}) {
  const [values, setValues] = useState(initial);
  const [errors, setErrors] = useState(initialErrors);
  const [hint, setHint] = useState<string>();
  const newestPincode = useRef(initial.pincode);
  const typedSince = useRef(new Set<string>());

  function change(changed: Partial<AddressInput>): void {
    setValues((before) => ({ ...before, ...changed }));
    setErrors((before) => ({
      ...before,
      ...Object.fromEntries(Object.keys(changed).map((field) => [field, undefined])),
    }));
    const { pincode } = changed;
    if (pincode === undefined || pincode === newestPincode.current) {
      for (const field of Object.keys(changed)) typedSince.current.add(field);
      return;
    }
    newestPincode.current = pincode;
    typedSince.current.clear();
    setHint(undefined);
    if (PINCODE_PATTERN.test(pincode)) void fill(pincode);
  }

  /** A city that was typed since the pincode stays. */
  async function fill(pincode: string): Promise<void> {
    const place = await findPlace(pincode);
    if (newestPincode.current !== pincode) return;
    setHint(place ? `${place.city}, ${place.state}` : MESSAGES.pincodeNotKnown);
    setValues((before) => ({
      ...before,
      city: typedSince.current.has('city') ? before.city : (place?.city ?? ''),
      state: typedSince.current.has('state') ? before.state : (place?.state ?? ''),
    }));
    setErrors((before) => ({ ...before, city: undefined, state: undefined }));
  }

  return { values, errors, hint, change, setErrors };
}
