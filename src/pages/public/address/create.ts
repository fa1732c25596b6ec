import { addressSchema } from '#lib/identity/address.schema.ts';
import { createAddress } from '#lib/identity/address.server.ts';
import { ADDRESS_ADDED, ADDRESS_FIELDS } from '#lib/identity/address.ts';
import { customerEndpoint } from '#lib/identity/customer-endpoint.server.ts';

export { nothingHere as ALL } from '#lib/http/nothing-here.server.ts';

export const POST = customerEndpoint({
  input: addressSchema,
  run: (shop, input, customer) => createAddress(shop, input, customer.id),
  done: ADDRESS_ADDED,
  formGoesTo: '/account/address',
  keepsTyped: ADDRESS_FIELDS,
});
