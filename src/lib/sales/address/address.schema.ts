import { z } from 'zod/mini';
import { mobileField } from '#lib/primitives/mobile.schema.ts';
import { oneLine } from '#lib/primitives/name.ts';
import { pincodeField } from '#lib/primitives/pincode.schema.ts';
import { STATES } from '#lib/primitives/states.ts';
import { text } from '#lib/primitives/text.schema.ts';
import {
  type AddressField,
  ADDRESS_LENGTHS as LENGTHS,
  ADDRESS_MESSAGES as MESSAGES,
} from '#lib/sales/address/address.ts';

function addressLine(maxLength: number, missingMessage: string, minLength = 1) {
  return text(missingMessage).check(
    z.overwrite(oneLine),
    z.minLength(minLength, missingMessage),
    z.maxLength(maxLength, MESSAGES.tooLong),
  );
}

const checkbox = z.union([
  z.boolean(),
  z.pipe(
    text(),
    z.transform((value) => value === 'on' || value === 'true'),
  ),
]);

/** The city and the state may be empty, because `completeAddress` fills in the missing values. */
const fields = z.object({
  name: addressLine(LENGTHS.name, MESSAGES.name, 2),
  mobile: mobileField(MESSAGES.mobile),
  pincode: pincodeField,
  house: addressLine(LENGTHS.house, MESSAGES.house),
  street: addressLine(LENGTHS.street, MESSAGES.street, 2),
  landmark: addressLine(LENGTHS.landmark, MESSAGES.tooLong, 0),
  city: addressLine(LENGTHS.city, MESSAGES.city, 0),
  state: z.enum([...STATES, ''], MESSAGES.state),
  type: z.enum(['home', 'work', 'other'], MESSAGES.type),
  isDefault: checkbox,
} satisfies Record<AddressField, z.ZodMiniType>);
const { landmark, city, state, type, isDefault } = fields.shape;

export const addressSchema = z.extend(fields, {
  landmark: z._default(landmark, ''),
  city: z._default(city, ''),
  state: z._default(state, ''),
  type: z._default(type, 'home'),
  isDefault: z._default(isDefault, false),
});

export const addressChangeSchema = z.extend(z.partial(fields), { id: text() });
