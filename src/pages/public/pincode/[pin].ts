import { z } from 'zod/mini';
import { deliveryPlace } from '#lib/cart/delivery-place.server.ts';
import { pincodeField } from '#lib/fields/pincode.schema.ts';
import { endpoint } from '#lib/http/endpoint.server.ts';

export { nothingHere as ALL } from '#lib/http/nothing-here.server.ts';

export const GET = endpoint({
  input: z.object({ pin: pincodeField }),
  run: (_shop, { pin }) => deliveryPlace(pin),
});
