import { z } from 'zod/mini';
import { orderEndpoint } from '#lib/admin/access/order-endpoint.server.ts';
import { correctBusiness } from '#lib/sales/orders/admin/correct-order.server.ts';
import { ORDER_VERSION } from '#lib/sales/orders/admin/order-version.schema.ts';
import { BUSINESS_FIELDS, businessOf, GSTIN_AND_NAME_RULES } from '#lib/sales/orders/record/business-buyer.schema.ts';

export const POST = orderEndpoint({
  input: z.object({ ...ORDER_VERSION.shape, ...BUSINESS_FIELDS }).check(...GSTIN_AND_NAME_RULES),
  run: (shop, { id, changeOptions }, fields) => correctBusiness(shop, id, businessOf(fields), changeOptions.version),
  successMessage: ({ buyer_gstin }) =>
    buyer_gstin === null ? 'The invoice is for a consumer.' : 'The invoice is for the business.',
  oldInputFields: ['gstin', 'business'],
});
