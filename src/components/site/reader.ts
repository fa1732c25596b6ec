/** Who reads a personal page; public pages ask `/public/visitor`. */
export interface Reader {
  isCustomer: boolean;
  /** Lines in the cart, for the badge. */
  cartCount: number;
}
