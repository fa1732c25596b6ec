import type { CustomerJson } from '#lib/customers/auth/sessions/customer.ts';

/** The personal data that scripts show on pages that are the same for everyone. */
export interface Visitor {
  customer: CustomerJson | null;
  cart_count: number;
  wishlist: { _id: string; product: string }[];
}

export const ANONYMOUS_VISITOR: Visitor = { customer: null, cart_count: 0, wishlist: [] };
