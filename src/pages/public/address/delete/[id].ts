import { z } from 'zod/mini';
import { deleteAddress } from '#lib/address/address.server.ts';
import { ADDRESS_DELETED } from '#lib/address/address.ts';
import { customerEndpoint } from '#lib/auth/customer-endpoint.server.ts';
import { text } from '#lib/fields/text.schema.ts';

const remove = customerEndpoint({
  input: z.object({ id: text() }),
  run: (shop, { id }, customer) => deleteAddress(shop, id, customer.id),
  done: ADDRESS_DELETED,
  formGoesTo: '/account/address',
});

export { remove as DELETE, remove as POST };
