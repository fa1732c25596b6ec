import { useRef, useState } from 'react';
import { findLocation, saveAddress } from '#islands/account/address.client.ts';
import { useForm } from '#islands/ui/forms/use-form.ts';
import { redirectWithMessage } from '#islands/ui/redirect-with-message.client.ts';
import { type FieldErrors, fieldErrors } from '#lib/primitives/field-errors.ts';
import { PINCODE_PATTERN } from '#lib/primitives/pincode.ts';
import { addressSchema } from '#lib/sales/address/address.schema.ts';
import { type AddressInput, ADDRESS_MESSAGES as MESSAGES } from '#lib/sales/address/address.ts';

export interface AddressFormProps {
  id?: string;
  initialAddress: AddressInput;
  oldInput?: Partial<AddressInput>;
  errors?: FieldErrors;
  returnPath: string;
}

export type AddressFormState = ReturnType<typeof useAddressForm>;

/**
 * Returns the state of the address form, which fills in the city and state from the pincode. Once they are filled in,
 * `locationText` is shown instead of their fields, until `editLocation` is called.
 */
export function useAddressForm({ id, initialAddress, oldInput, errors, returnPath }: AddressFormProps) {
  const values = { ...initialAddress, ...oldInput };
  const { hint, isLocationKnown, editLocation, onFieldChange } = useLocationOfPincode(values.pincode, (change) =>
    form.set(change),
  );
  const form = useForm({
    initial: values,
    initialErrors: errors,
    check: (input) => fieldErrors(addressSchema, input),
    send: (input) => saveAddress(id, input),
    failureMessage: MESSAGES.notSaved,
    onDone: ({ message }) => redirectWithMessage(returnPath, message),
    onType: onFieldChange,
    leavesPage: true,
  });
  const { city, state } = form.values;
  const hasError = Boolean(form.field('city').error || form.field('state').error);
  const locationText = isLocationKnown && !hasError && city && state ? `${city}, ${state}` : undefined;
  return { ...form, hint, locationText, editLocation };
}

type CityAndState = Pick<AddressInput, 'city' | 'state'>;

/** Fills in the city and state for a new pincode, but does not overwrite a field that has been edited since. */
function useLocationOfPincode(
  initialPincode: string,
  setCityAndState: (change: (current: CityAndState) => CityAndState) => void,
) {
  const [hint, setHint] = useState<string>();
  const [isLocationKnown, setLocationKnown] = useState(false);
  const newestPincode = useRef(initialPincode);
  const editedFields = useRef(new Set<string>());

  function onFieldChange(changedFields: Partial<AddressInput>): void {
    const { pincode } = changedFields;
    const isNewPincode = pincode !== undefined && pincode !== newestPincode.current;
    if (isNewPincode) editedFields.current.clear();
    // Input from before hydration arrives as one change that can contain the pincode, the city and the state.
    for (const field of Object.keys(changedFields)) editedFields.current.add(field);
    if (!isNewPincode) return;
    newestPincode.current = pincode;
    setHint(undefined);
    setLocationKnown(false);
    if (PINCODE_PATTERN.test(pincode)) void fillCityAndState(pincode);
  }

  async function fillCityAndState(pincode: string): Promise<void> {
    const location = await findLocation(pincode);
    if (newestPincode.current !== pincode) return;
    setHint(location ? undefined : MESSAGES.pincodeNotKnown);
    setLocationKnown(location !== undefined && !editedFields.current.has('city') && !editedFields.current.has('state'));
    setCityAndState(({ city, state }) => ({
      city: editedFields.current.has('city') ? city : (location?.city ?? ''),
      state: editedFields.current.has('state') ? state : (location?.state ?? ''),
    }));
  }

  return { hint, isLocationKnown, editLocation: () => setLocationKnown(false), onFieldChange };
}
