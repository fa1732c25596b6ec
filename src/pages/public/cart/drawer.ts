import { createElement } from 'react';
import { reactMarkup } from '#components/ui/react-markup.server.ts';
import { CART_DRAWER_ID_PREFIX, CartDrawer } from '#islands/cart/drawer/CartDrawer.tsx';
import { endpoint } from '#lib/platform/http/endpoint/endpoint.server.ts';
import { cartJson } from '#lib/sales/cart/cart-json.ts';
import { cartOwner } from '#lib/sales/cart/cart-owner.server.ts';
import { readCart } from '#lib/sales/cart/read-cart.server.ts';

/** The cart, and the HTML of its drawer, whose forms work before hydration. */
export const GET = endpoint({
  async run(shop, _input, context) {
    const cart = cartJson(await readCart(shop, cartOwner(context)));
    const drawer = createElement(CartDrawer, { renderedCart: cart, onClose: () => undefined });
    return { cart, html: reactMarkup(drawer, CART_DRAWER_ID_PREFIX) };
  },
});
