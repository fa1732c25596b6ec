import { z } from 'zod/mini';
import { cartOwner } from '#lib/cart/cart-owner.server.ts';
import { deliveryPlace } from '#lib/cart/delivery-place.server.ts';
import { pincodeField } from '#lib/fields/pincode.schema.ts';
import { endpoint } from '#lib/platform/http/endpoint.server.ts';

export const GET = endpoint({
  input: z.object({ pin: pincodeField }),
  run: (shop, { pin }, context) => deliveryPlace(shop, cartOwner(context), pin),
});
