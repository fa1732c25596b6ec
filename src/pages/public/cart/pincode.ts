import type { APIContext } from 'astro';
import { z } from 'zod/mini';
import { cartOwner, keepCartCookie } from '#lib/cart/cart-owner.server.ts';
import type { DeliveryPlaceJson } from '#lib/cart/delivery.ts';
import { deliverCartTo, keepPincode } from '#lib/cart/delivery-place.server.ts';
import { productAnswerPath } from '#lib/cart/product-delivery.server.ts';
import { pincodeField } from '#lib/fields/pincode.schema.ts';
import { isShopError } from '#lib/platform/errors/shop-error.ts';
import { endpoint } from '#lib/platform/http/endpoint.server.ts';
import type { Shop } from '#lib/platform/shop.server.ts';

export const POST = endpoint({
  input: z.object({ pincode: pincodeField }),
  async run(shop, { pincode }, context): Promise<DeliveryPlaceJson | Response> {
    const path = productAnswerPath(context, pincode);
    if (!path) return deliver(shop, pincode, context);
    await deliver(shop, pincode, context).catch((error: unknown) => {
      // The product's page says so itself.
      if (!isShopError(error)) throw error;
    });
    return new Response(null, { status: 303, headers: { location: path } });
  },
  done: (answer) => (answer instanceof Response ? '' : `${answer.city} ${answer.pincode}: ${answer.delivery.text}`),
  keepsOldInput: ['pincode'],
});

async function deliver(shop: Shop, asked: string, context: APIContext): Promise<DeliveryPlaceJson> {
  const { place, token, pincode } = await deliverCartTo(shop, cartOwner(context), asked);
  keepCartCookie(context, token);
  keepPincode(context, pincode);
  return place;
}
