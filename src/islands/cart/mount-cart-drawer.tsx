import { createElement } from 'react';
import { createRoot, hydrateRoot, type Root } from 'react-dom/client';
import { CART_DRAWER_ID, CartDrawer } from '#islands/cart/CartDrawer.tsx';
import type { CartAnswer } from '#islands/cart/cart.client.ts';

import type { CartJson } from '#lib/cart/cart-json.ts';

export function hydrateCartDrawer(host: HTMLElement, drawn: CartJson, onClose: () => void): Root {
  const drawer = createElement(CartDrawer, { drawn, onClose });
  return hydrateRoot(host, drawer, { identifierPrefix: CART_DRAWER_ID });
}

export function renderCartDrawer(host: HTMLElement, asked: Promise<CartAnswer>, onClose: () => void): Root {
  const root = createRoot(host, { identifierPrefix: CART_DRAWER_ID });
  root.render(createElement(CartDrawer, { asked, onClose }));
  return root;
}
