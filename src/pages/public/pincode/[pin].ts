import { z } from 'zod/mini';
import { cartOwner } from '#lib/cart/cart-owner.server.ts';
import { deliveryPlace } from '#lib/cart/delivery-place.server.ts';
import { pincodeField } from '#lib/fields/pincode.schema.ts';
import { text } from '#lib/fields/text.schema.ts';
import { endpoint } from '#lib/platform/http/endpoint.server.ts';

export const GET = endpoint({
  // `ahead` asks for goods that are ordered ahead.
  input: z.object({ pin: pincodeField, ahead: z.optional(text()) }),
  run: (shop, { pin, ahead }, context) => deliveryPlace(shop, cartOwner(context), pin, ahead !== undefined),
});
