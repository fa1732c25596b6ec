/**
 * Pincodes and customers for which staff have disabled cash on delivery. A row has either a pincode, or an email
 * address or mobile number of a customer.
 */
export interface CashBlockTable {
  id: string;
  pincode: string | null;
  /** The email address as the customer typed it. */
  email: string | null;
  /** The normalised email address (`mailboxOf`). */
  mailbox: string | null;
  mobile: string | null;
  reason: string;
  author: string | null;
  created_at: number;
}
