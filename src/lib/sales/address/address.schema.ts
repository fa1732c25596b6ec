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

function line(maxLength: number, missing: string, minLength = 1) {
  return text(missing).check(
    z.overwrite(oneLine),
    z.minLength(minLength, missing),
    z.maxLength(maxLength, MESSAGES.long),
  );
}

const checkbox = z.union([
  z.boolean(),
  z.pipe(
    text(),
    z.transform((text) => text === 'on' || text === 'true'),
  ),
]);

const fields = z.object({
  name: line(LENGTHS.name, MESSAGES.name, 2),
  mobile: mobileField(MESSAGES.mobile),
  pincode: pincodeField,
  house: line(LENGTHS.house, MESSAGES.house),
  street: line(LENGTHS.street, MESSAGES.street, 2),
  landmark: line(LENGTHS.landmark, MESSAGES.long, 0),
  city: line(LENGTHS.city, MESSAGES.city, 0),
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
