import { z } from 'zod/mini';
import { adminEndpoint } from '#lib/admin/access/admin-endpoint.server.ts';
import { addressSchema } from '#lib/sales/address/address.schema.ts';
import { correctAddress } from '#lib/sales/orders/desk/correct-order.server.ts';
import { ORDER_VERSION } from '#lib/sales/orders/desk/order-version.schema.ts';

const FIELDS = ['name', 'mobile', 'house', 'street', 'landmark', 'city', 'state', 'pincode'] as const;

export const POST = adminEndpoint({
  input: z.extend(ORDER_VERSION, addressSchema.shape),
  run: (shop, { id, version, type: _type, isDefault: _isDefault, ...address }) =>
    correctAddress(shop, id, address, version),
  done: 'The address was corrected.',
  formGoesTo: ({ id }) => `/admin/orders/${id}`,
  keepsOldInput: FIELDS,
});
