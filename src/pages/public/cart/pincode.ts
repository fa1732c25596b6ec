import type { APIContext } from 'astro';
import { z } from 'zod/mini';
import { isShopError } from '#lib/platform/errors/shop-error.ts';
import { endpoint } from '#lib/platform/http/endpoint/endpoint.server.ts';
import type { Shop } from '#lib/platform/shop.server.ts';
import { pincodeField } from '#lib/primitives/pincode.schema.ts';
import { text } from '#lib/primitives/text.schema.ts';
import { cartOwner, setCartCookie } from '#lib/sales/cart/cart-owner.server.ts';
import { type DeliveryLocationJson, deliverySummary } from '#lib/sales/cart/delivery/delivery.ts';
import { productDeliveryPath } from '#lib/sales/cart/delivery/product-delivery.server.ts';
import { saveDeliveryPincode, savePincode } from '#lib/sales/cart/delivery-location.server.ts';

export const POST = endpoint({
  // `ahead` means that the product is a pre-order.
  input: z.object({ pincode: pincodeField, ahead: z.optional(text()) }),
  async run(shop, { pincode, ahead }, context): Promise<DeliveryLocationJson | Response> {
    const path = productDeliveryPath(context, pincode);
    const request = { pincode, isPreOrder: ahead !== undefined };
    if (!path) return saveDeliveryLocation(shop, request, context);
    await saveDeliveryLocation(shop, request, context).catch((error: unknown) => {
      // The product page shows the error itself.
      if (!isShopError(error)) throw error;
    });
    return new Response(null, { status: 303, headers: { location: path } });
  },
  successMessage: (response) => (response instanceof Response ? '' : deliverySummary(response)),
  oldInputFields: ['pincode'],
});

async function saveDeliveryLocation(
  shop: Shop,
  request: { pincode: string; isPreOrder: boolean },
  context: APIContext,
): Promise<DeliveryLocationJson> {
  const { location, token, pincode } = await saveDeliveryPincode(
    shop,
    cartOwner(context),
    request.pincode,
    request.isPreOrder,
  );
  setCartCookie(context, token);
  savePincode(context, pincode);
  return location;
}
