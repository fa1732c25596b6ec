import { createElement } from 'react';
import { createRoot, hydrateRoot, type Root } from 'react-dom/client';
import type { CartResponse } from '#islands/cart/cart.client.ts';
import { CART_DRAWER_ID_PREFIX, CartDrawer } from '#islands/cart/drawer/CartDrawer.tsx';
import type { CartJson } from '#lib/sales/cart/cart-json.ts';

export function hydrateCartDrawer(host: HTMLElement, renderedCart: CartJson, onClose: () => void): Root {
  const drawer = createElement(CartDrawer, { renderedCart, onClose });
  return hydrateRoot(host, drawer, { identifierPrefix: CART_DRAWER_ID_PREFIX });
}

/** Renders the drawer in the browser, with a loading state until `request` has resolved. */
export function renderCartDrawer(host: HTMLElement, request: Promise<CartResponse>, onClose: () => void): Root {
  const root = createRoot(host, { identifierPrefix: CART_DRAWER_ID_PREFIX });
  root.render(createElement(CartDrawer, { request, onClose }));
  return root;
}
