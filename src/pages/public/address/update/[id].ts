import { addressChangeSchema } from '#lib/address/address.schema.ts';
import { updateAddress } from '#lib/address/address.server.ts';
import { ADDRESS_FIELDS, ADDRESS_SAVED } from '#lib/address/address.ts';
import { customerEndpoint } from '#lib/auth/customer-endpoint.server.ts';

const update = customerEndpoint({
  input: addressChangeSchema,
  run: (shop, input, customer) => updateAddress(shop, input, customer.id),
  done: ADDRESS_SAVED,
  formGoesTo: '/account/address',
  keepsOldInput: ADDRESS_FIELDS,
});

export { update as PATCH, update as POST };
