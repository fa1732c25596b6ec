/**
 * Where, or for whom, staff have switched off cash on delivery: a row has either a pincode, or what identifies a
 * customer.
 */
export interface CashBlockTable {
  id: string;
  pincode: string | null;
  /** As the customer typed it. */
  email: string | null;
  /** The same mailbox in one spelling (`mailboxOf`). */
  mailbox: string | null;
  mobile: string | null;
  reason: string;
  author: string | null;
  created_at: number;
}
