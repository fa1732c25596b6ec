import { createElement } from 'react';
import { reactMarkup } from '#components/ui/react-markup.server.ts';
import { CART_DRAWER_ID, CartDrawer } from '#islands/cart/CartDrawer.tsx';

import { cartJson } from '#lib/cart/cart-json.ts';
import { cartOwner } from '#lib/cart/cart-owner.server.ts';
import { readCart } from '#lib/cart/read-cart.server.ts';
import { endpoint } from '#lib/platform/http/endpoint.server.ts';

/** The cart, and the dropdown that shows it: its forms work before React is in the browser. */
export const GET = endpoint({
  async run(shop, _input, context) {
    const cart = cartJson(await readCart(shop, cartOwner(context)));
    const drawer = createElement(CartDrawer, { drawnCart: cart, onClose: () => undefined });
    return { cart, html: reactMarkup(drawer, CART_DRAWER_ID) };
  },
});
