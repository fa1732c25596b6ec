import type { CustomerJson } from '#lib/auth/customer.ts';

/** What pages that are the same for everyone learn of their reader after they have loaded. */
export interface Visitor {
  customer: CustomerJson | null;
  /** Lines in the cart: what the badge shows. */
  cart_count: number;
  wishlist: { _id: string; product: string }[];
}

export const NOBODY: Visitor = { customer: null, cart_count: 0, wishlist: [] };
