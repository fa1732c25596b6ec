import { z } from 'zod/mini';
import { endpoint } from '#lib/platform/http/endpoint/endpoint.server.ts';
import { addressSchema } from '#lib/sales/address/address.schema.ts';
import { ADDRESS_FIELDS, ADDRESS_SAVED } from '#lib/sales/address/address.ts';
import { correctUnconfirmedAddress } from '#lib/sales/cash-confirmation/correct-unconfirmed-address.server.ts';
import { ownOrderSchema } from '#lib/sales/checkout/order.schema.ts';
import { orderViewer, ownOrder } from '#lib/sales/orders/own-order.server.ts';
import { linesOf } from '#lib/sales/orders/read-orders.server.ts';
import { orderJson } from '#lib/sales/orders/record/order-json.ts';

export const POST = endpoint({
  input: z.extend(addressSchema, ownOrderSchema.shape),
  async run(shop, { orderId, token, ...address }, context) {
    const order = await ownOrder(shop, orderId, orderViewer(context, token));
    const correctedOrder = await correctUnconfirmedAddress(shop, order, address);
    return orderJson(correctedOrder, await linesOf(shop.db, order.id));
  },
  successMessage: ADDRESS_SAVED,
  oldInputFields: ADDRESS_FIELDS,
});
