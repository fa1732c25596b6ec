import type { Generated } from 'kysely';

export interface CartTables {
  cart: CartTable;
  cart_line: CartLineTable;
  wishlist_entry: WishlistEntryTable;
  coupon: CouponTable;
  coupon_use: CouponUseTable;
  coupon_buyer: CouponBuyerTable;
  /** The coupon that refunds the price of an order's swatches, for the buyer's email address only. */
  swatch_credit: { order_id: string; code: string; email: string; created_at: number };
}

export interface CartTable {
  id: string;
  token_hash: string | null;
  customer_id: string | null;
  coupon_code: string | null;
  pincode: string | null;
  created_at: number;
  updated_at: number;
}

export interface CartLineTable {
  id: string;
  cart_id: string;
  variant_id: number;
  quantity: number;
  /** The price of one piece or metre when the line was last changed, to compare it with the current price. */
  price_paise: number;
  added_at: number;
  /** Whether the line is a swatch of the fabric instead of a length. */
  swatch: Generated<number>;
}

export interface WishlistEntryTable {
  id: string;
  customer_id: string;
  product_id: number;
  created_at: number;
}

export type CouponKind = 'percent' | 'fixed' | 'free_delivery';

export interface CouponTable {
  /** The code of the coupon, in upper case. */
  code: string;
  kind: CouponKind;
  /** The discount, in percent or paise, depending on `kind`; 0 for free delivery. */
  value: number;
  minimum_paise: number;
  starts_at: number | null;
  ends_at: number | null;
  /** Null if there is no limit. An order claims one use with a conditional update. */
  uses_left: number | null;
  per_customer: number | null;
  /** The slugs of categories. If this list and `products_json` are empty, the coupon applies to all products. */
  categories_json: Generated<string>;
  /** The ids of the products to which the coupon applies. */
  products_json: Generated<string>;
  active: number;
  created_at: number;
}

export interface CouponUseTable {
  code: string;
  order_id: string;
  email: string;
  used_at: number;
}

/**
 * A customer who has used a coupon. The account, the mobile number and the normalised email address have a row each.
 */
export interface CouponBuyerTable {
  code: string;
  buyer: string;
  order_id: string;
}
