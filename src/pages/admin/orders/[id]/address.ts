import { z } from 'zod/mini';
import { orderEndpoint } from '#lib/admin/access/order-endpoint.server.ts';
import { addressSchema } from '#lib/sales/address/address.schema.ts';
import { correctAddress } from '#lib/sales/orders/admin/correct-order.server.ts';
import { ORDER_VERSION } from '#lib/sales/orders/admin/order-version.schema.ts';

const ORDER_ADDRESS_FIELDS = ['name', 'mobile', 'house', 'street', 'landmark', 'city', 'state', 'pincode'] as const;

export const POST = orderEndpoint({
  input: z.extend(ORDER_VERSION, addressSchema.shape),
  run: (shop, { id, changeOptions }, { type: _type, isDefault: _isDefault, ...address }) =>
    correctAddress(shop, id, address, changeOptions.version),
  successMessage: 'The address was corrected.',
  oldInputFields: ORDER_ADDRESS_FIELDS,
});
