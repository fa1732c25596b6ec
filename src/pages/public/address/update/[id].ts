import { addressChangeSchema } from '#lib/identity/address.schema.ts';
import { updateAddress } from '#lib/identity/address.server.ts';
import { ADDRESS_FIELDS, ADDRESS_SAVED } from '#lib/identity/address.ts';
import { customerEndpoint } from '#lib/identity/customer-endpoint.server.ts';

export { nothingHere as ALL } from '#lib/http/nothing-here.server.ts';

const update = customerEndpoint({
  input: addressChangeSchema,
  run: (shop, input, customer) => updateAddress(shop, input, customer.id),
  done: ADDRESS_SAVED,
  formGoesTo: '/account/address',
  keepsTyped: ADDRESS_FIELDS,
});

/** A form can't send PATCH. */
export { update as PATCH, update as POST };
