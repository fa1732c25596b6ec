import { useRef, useState } from 'react';
import { PINCODE_PATTERN } from '#lib/fields/pincode.ts';
import { findPlace } from '#lib/identity/address.client.ts';
import { type AddressErrors, type AddressInput, ADDRESS_MESSAGES as SAYS } from '#lib/identity/address.ts';

/** What is typed of an address, what is wrong with it, and city and state as the pincode says. */
export function useAddress(initial: AddressInput, initialErrors: AddressErrors = {}) {
  const [values, setValues] = useState(initial);
  const [errors, setErrors] = useState(initialErrors);
  const [hint, setHint] = useState<string>();
  const newestPincode = useRef(initial.pincode);
  const filled = useRef({ city: initial.city, state: initial.state });

  function change(changed: Partial<AddressInput>): void {
    setValues((before) => ({ ...before, ...changed }));
    setErrors((before) => ({
      ...before,
      ...Object.fromEntries(Object.keys(changed).map((field) => [field, undefined])),
    }));
    const { pincode } = changed;
    if (pincode === undefined || pincode === newestPincode.current) return;
    newestPincode.current = pincode;
    setHint(undefined);
    if (PINCODE_PATTERN.test(pincode)) void fill(pincode);
  }

  /** A city that somebody typed stays. */
  async function fill(pincode: string): Promise<void> {
    const place = await findPlace(pincode);
    if (newestPincode.current !== pincode) return;
    if (!place) return setHint(SAYS.pincodeNotKnown);
    const { city, state } = filled.current;
    filled.current = place;
    setHint(`${place.city}, ${place.state}`);
    setValues((before) => ({
      ...before,
      city: before.city === '' || before.city === city ? place.city : before.city,
      state: before.state === '' || before.state === state ? place.state : before.state,
    }));
    setErrors((before) => ({ ...before, city: undefined, state: undefined }));
  }

  return { values, errors, hint, change, setErrors };
}
