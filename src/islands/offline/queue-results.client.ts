import { atom } from 'nanostores';
import type { CartJson } from '#lib/sales/cart/cart-json.ts';

/** What the queue has sent and what waits in it, for the stores of the page. The queue does not know them. */
export const $sent = atom<{ cart: CartJson | undefined } | undefined>(undefined);

/** By product: whether the visitor wants it on the wishlist. */
export const $waitingWishes = atom<ReadonlyMap<string, boolean>>(new Map());
