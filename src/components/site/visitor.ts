/** The visitor of a personal page; public pages request `/public/visitor`. */
export interface Visitor {
  isCustomer: boolean;
  /** Lines in the cart, for the badge. */
  cartCount: number;
}
