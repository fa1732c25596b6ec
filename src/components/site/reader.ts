/** Who reads a page that is rendered for one person; pages for everyone learn it from `/public/visitor`. */
export interface Reader {
  isCustomer: boolean;
  /** Lines in the cart: what the badge shows. */
  cartCount: number;
}
