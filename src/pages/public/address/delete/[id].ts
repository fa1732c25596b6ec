import { customerEndpoint } from '#lib/customers/auth/sessions/customer-endpoint.server.ts';
import { RECORD_ID } from '#lib/primitives/version.schema.ts';
import { deleteAddress } from '#lib/sales/address/address.server.ts';
import { ADDRESS_DELETED } from '#lib/sales/address/address.ts';

const remove = customerEndpoint({
  input: RECORD_ID,
  run: (shop, { id }, customer) => deleteAddress(shop, id, customer.id),
  successMessage: ADDRESS_DELETED,
  redirectTo: '/account/address',
});

export { remove as DELETE, remove as POST };
