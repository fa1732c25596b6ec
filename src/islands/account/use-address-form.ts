import { useRef, useState } from 'react';
import { findLocation, saveAddress } from '#islands/account/address.client.ts';
import { useForm } from '#islands/ui/forms/use-form.ts';
import { redirectWithMessage } from '#islands/ui/leave-flash-message.client.ts';
import { type FieldErrors, fieldErrors } from '#lib/primitives/field-errors.ts';
import { PINCODE_PATTERN } from '#lib/primitives/pincode.ts';
import { addressSchema } from '#lib/sales/address/address.schema.ts';
import { type AddressInput, ADDRESS_MESSAGES as MESSAGES } from '#lib/sales/address/address.ts';

export interface AddressFormProps {
  id?: string;
  initial: AddressInput;
  typed?: Partial<AddressInput>;
  errors?: FieldErrors;
  back: string;
}

export type AddressFormState = ReturnType<typeof useAddressForm>;

/** City and state follow the pincode: `town` names them once it is known, until `editTown` shows their fields. */
export function useAddressForm({ id, initial, typed, errors, back }: AddressFormProps) {
  const first = { ...initial, ...typed };
  const { hint, isTownKnown, editTown, followPincode } = useTownOfPincode(first.pincode, (fill) => form.set(fill));
  const form = useForm({
    initial: first,
    refused: errors,
    check: (values) => fieldErrors(addressSchema, values),
    send: (values) => saveAddress(id, values),
    onDone: ({ message }) => redirectWithMessage(back, message),
    onType: followPincode,
    leavesPage: true,
  });
  const { city, state } = form.values;
  const isWrong = Boolean(form.field('city').error || form.field('state').error);
  const town = isTownKnown && !isWrong && city && state ? `${city}, ${state}` : undefined;
  return { ...form, hint, town, editTown };
}

type Town = Pick<AddressInput, 'city' | 'state'>;

/** Fills in the town of a new pincode, but does not overwrite later input. */
function useTownOfPincode(first: string, set: (fill: (now: Town) => Town) => void) {
  const [hint, setHint] = useState<string>();
  const [isTownKnown, setTownKnown] = useState(false);
  const newestPincode = useRef(first);
  const typedSince = useRef(new Set<string>());

  function followPincode(changed: Partial<AddressInput>): void {
    const { pincode } = changed;
    const isNew = pincode !== undefined && pincode !== newestPincode.current;
    if (isNew) typedSince.current.clear();
    // Input from before hydration arrives together, the pincode with its town.
    for (const field of Object.keys(changed)) typedSince.current.add(field);
    if (!isNew) return;
    newestPincode.current = pincode;
    setHint(undefined);
    setTownKnown(false);
    if (PINCODE_PATTERN.test(pincode)) void fill(pincode);
  }

  async function fill(pincode: string): Promise<void> {
    const town = await findLocation(pincode);
    if (newestPincode.current !== pincode) return;
    setHint(town ? undefined : MESSAGES.pincodeNotKnown);
    setTownKnown(town !== undefined && !typedSince.current.has('city') && !typedSince.current.has('state'));
    set(({ city, state }) => ({
      city: typedSince.current.has('city') ? city : (town?.city ?? ''),
      state: typedSince.current.has('state') ? state : (town?.state ?? ''),
    }));
  }

  return { hint, isTownKnown, editTown: () => setTownKnown(false), followPincode };
}
