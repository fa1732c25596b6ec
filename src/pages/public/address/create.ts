import { customerEndpoint } from '#lib/customers/auth/sessions/customer-endpoint.server.ts';
import { addressSchema } from '#lib/sales/address/address.schema.ts';
import { createAddress } from '#lib/sales/address/address.server.ts';
import { ADDRESS_ADDED, ADDRESS_FIELDS } from '#lib/sales/address/address.ts';

export const POST = customerEndpoint({
  input: addressSchema,
  run: (shop, input, customer) => createAddress(shop, input, customer.id),
  successMessage: ADDRESS_ADDED,
  redirectTo: '/account/address',
  oldInputFields: ADDRESS_FIELDS,
});
