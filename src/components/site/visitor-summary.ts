/** The data that a personal page shows about its visitor. Public pages request this data from `/public/visitor`. */
export interface VisitorSummary {
  isCustomer: boolean;
  /** The number of lines in the cart, for the badge. */
  cartCount: number;
}
