import { z } from 'zod/mini';
import { orderEndpoint } from '#lib/admin/access/order-endpoint.server.ts';
import { ORDER_VERSION } from '#lib/sales/orders/admin/order-version.schema.ts';
import { packOrder } from '#lib/sales/orders/packing/pack-order.server.ts';
import { packResult } from '#lib/sales/orders/packing/pack-result.ts';
import { PACK_FIELDS } from '#lib/sales/orders/packing/packing.schema.ts';

export const POST = orderEndpoint({
  input: z.extend(ORDER_VERSION, PACK_FIELDS),
  async run(shop, { id, changeOptions }, { of }) {
    return packResult(await packOrder(shop, id, changeOptions), of);
  },
  successMessage: ({ message }) => message,
  redirectTo: ({ path }) => path,
});
