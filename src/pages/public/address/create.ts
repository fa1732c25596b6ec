import { addressSchema } from '#lib/address/address.schema.ts';
import { createAddress } from '#lib/address/address.server.ts';
import { ADDRESS_ADDED, ADDRESS_FIELDS } from '#lib/address/address.ts';
import { customerEndpoint } from '#lib/auth/customer-endpoint.server.ts';

export const POST = customerEndpoint({
  input: addressSchema,
  run: (shop, input, customer) => createAddress(shop, input, customer.id),
  done: ADDRESS_ADDED,
  formGoesTo: '/account/address',
  keepsOldInput: ADDRESS_FIELDS,
});
