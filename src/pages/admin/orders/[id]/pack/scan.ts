import { z } from 'zod/mini';
import { orderEndpoint } from '#lib/admin/access/order-endpoint.server.ts';
import { ORDER_VERSION } from '#lib/sales/orders/admin/order-version.schema.ts';
import { scanItem } from '#lib/sales/orders/packing/pack-order.server.ts';
import { packResult } from '#lib/sales/orders/packing/pack-result.ts';
import { PACK_FIELDS, SCAN_RULE } from '#lib/sales/orders/packing/packing.schema.ts';

export const POST = orderEndpoint({
  input: z.extend(ORDER_VERSION, PACK_FIELDS).check(SCAN_RULE),
  async run(shop, { id, changeOptions }, { code, line: position, of }) {
    return packResult(await scanItem(shop, id, { code, position }, changeOptions.version), of);
  },
  successMessage: ({ message }) => message,
  redirectTo: ({ path }) => path,
});
