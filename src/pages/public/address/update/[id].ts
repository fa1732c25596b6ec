import { customerEndpoint } from '#lib/customers/auth/sessions/customer-endpoint.server.ts';
import { addressChangeSchema } from '#lib/sales/address/address.schema.ts';
import { updateAddress } from '#lib/sales/address/address.server.ts';
import { ADDRESS_FIELDS, ADDRESS_SAVED } from '#lib/sales/address/address.ts';

const update = customerEndpoint({
  input: addressChangeSchema,
  run: (shop, input, customer) => updateAddress(shop, input, customer.id),
  successMessage: ADDRESS_SAVED,
  redirectTo: '/account/address',
  oldInputFields: ADDRESS_FIELDS,
});

export { update as PATCH, update as POST };
