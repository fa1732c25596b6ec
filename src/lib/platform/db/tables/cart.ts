/** What people mean to buy, what they would like, and what they get off. */
export interface CartTables {
  cart: CartTable;
  cart_line: CartLineTable;
  wishlist_entry: WishlistEntryTable;
  coupon: CouponTable;
  coupon_use: CouponUseTable;
  coupon_buyer: CouponBuyerTable;
}

/** A visitor's, behind a cookie, or a customer's. */
export interface CartTable {
  id: string;
  /** Of the guest's cookie. */
  token_hash: string | null;
  customer_id: string | null;
  coupon_code: string | null;
  /** Where to, as far as it is known: delivery is priced by it. */
  pincode: string | null;
  created_at: number;
  updated_at: number;
}

export interface CartLineTable {
  id: string;
  cart_id: string;
  variant_id: number;
  /** Pieces or centimetres. */
  quantity: number;
  /** Of one piece or metre, when it was put in or last changed: what a new price is compared with. */
  price_paise: number;
  added_at: number;
}

export interface WishlistEntryTable {
  id: string;
  customer_id: string;
  product_id: number;
  created_at: number;
}

export type CouponKind = 'percent' | 'fixed' | 'free_delivery';

export interface CouponTable {
  /** In capitals. */
  code: string;
  kind: CouponKind;
  /** Per cent, or paise; 0 for free delivery. */
  value: number;
  minimum_paise: number;
  starts_at: number | null;
  ends_at: number | null;
  /** Null: as often as one likes. Guarded like stock: an order takes one by a conditional update. */
  uses_left: number | null;
  per_customer: number | null;
  active: number;
  created_at: number;
}

/** Written by the order that uses a coupon. */
export interface CouponUseTable {
  code: string;
  order_id: string;
  /** Of the order. */
  email: string;
  used_at: number;
}

/** By what a use's buyer is known again: a row for each of account, mobile number and folded addresses. */
export interface CouponBuyerTable {
  code: string;
  /** Such as `email:asha@example.in`. */
  buyer: string;
  order_id: string;
}
