import { cartJson } from '#lib/cart/cart-json.ts';
import { cartOwner } from '#lib/cart/cart-owner.server.ts';
import { readCart } from '#lib/cart/read-cart.server.ts';
import { endpoint } from '#lib/platform/http/endpoint.server.ts';

export const GET = endpoint({
  run: async (shop, _input, context) => cartJson(await readCart(shop, cartOwner(context))),
});
