import { z } from 'zod/mini';
import { endpoint } from '#lib/platform/http/endpoint/endpoint.server.ts';
import { pincodeField } from '#lib/primitives/pincode.schema.ts';
import { text } from '#lib/primitives/text.schema.ts';
import { cartOwner } from '#lib/sales/cart/cart-owner.server.ts';
import { deliveryLocation } from '#lib/sales/cart/delivery-location.server.ts';

export const GET = endpoint({
  // `ahead` means that the product is a pre-order.
  input: z.object({ pin: pincodeField, ahead: z.optional(text()) }),
  run: (shop, { pin, ahead }, context) => deliveryLocation(shop, cartOwner(context), pin, ahead !== undefined),
});
