import { z } from 'zod/mini';
import { cartOwner, keepCartCookie } from '#lib/cart/cart-owner.server.ts';
import { deliverCartTo, keepPincode } from '#lib/cart/delivery-place.server.ts';
import { pincodeField } from '#lib/fields/pincode.schema.ts';
import { endpoint } from '#lib/platform/http/endpoint.server.ts';

export const POST = endpoint({
  input: z.object({ pincode: pincodeField }),
  async run(shop, input, context) {
    const { place, token, pincode } = await deliverCartTo(shop, cartOwner(context), input.pincode);
    keepCartCookie(context, token);
    keepPincode(context, pincode);
    return place;
  },
  done: ({ city, pincode, delivery }) => `${city} ${pincode}: ${delivery.text}`,
  keepsOldInput: ['pincode'],
});
