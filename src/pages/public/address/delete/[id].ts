import { z } from 'zod/mini';
import { deleteAddress } from '#lib/identity/address.server.ts';
import { ADDRESS_DELETED } from '#lib/identity/address.ts';
import { customerEndpoint } from '#lib/identity/customer-endpoint.server.ts';

export { nothingHere as ALL } from '#lib/http/nothing-here.server.ts';

const remove = customerEndpoint({
  input: z.object({ id: z.string() }),
  run: (shop, { id }, customer) => deleteAddress(shop, id, customer.id),
  done: ADDRESS_DELETED,
  formGoesTo: '/account/address',
});

/** A form can't send DELETE. */
export { remove as DELETE, remove as POST };
