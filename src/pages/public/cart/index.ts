import { endpoint } from '#lib/platform/http/endpoint/endpoint.server.ts';
import { cartJson } from '#lib/sales/cart/cart-json.ts';
import { cartOwner } from '#lib/sales/cart/cart-owner.server.ts';
import { readCart } from '#lib/sales/cart/read-cart.server.ts';

export const GET = endpoint({
  run: async (shop, _input, context) => cartJson(await readCart(shop, cartOwner(context))),
});
