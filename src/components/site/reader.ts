/** The visitor of a personal page; public pages request `/public/visitor`. */
export interface Reader {
  isCustomer: boolean;
  /** Lines in the cart, for the badge. */
  cartCount: number;
}
