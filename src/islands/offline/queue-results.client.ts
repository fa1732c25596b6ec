import { atom } from 'nanostores';
import type { CartJson } from '#lib/sales/cart/cart-json.ts';

/** What the queue has sent last. The stores of the page listen to it, so that the queue need not import them. */
export const $queueResult = atom<{ cart: CartJson | undefined } | undefined>(undefined);

/** Waiting changes of the wishlist: by product, whether the visitor wants it on the list. */
export const $waitingWishes = atom<ReadonlyMap<string, boolean>>(new Map());
