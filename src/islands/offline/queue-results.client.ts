import { atom } from 'nanostores';
import type { CartJson } from '#lib/sales/cart/cart-json.ts';

/** The result of the queue's latest requests. The page's stores listen to it, so the queue need not import them. */
export const $queueResult = atom<{ cart: CartJson | undefined } | undefined>(undefined);

/** Queued changes to the wishlist: for each product, whether it should be on the list. */
export const $pendingWishlistChanges = atom<ReadonlyMap<string, boolean>>(new Map());
