/** What the server renders about the visitor of a personal page; public pages request it from `/public/visitor`. */
export interface Visitor {
  isCustomer: boolean;
  /** The number of lines in the cart, for the badge. */
  cartCount: number;
}
