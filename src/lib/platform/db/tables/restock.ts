export interface RestockTables {
  restock_request: RestockRequestTable;
  restock_watch: RestockWatchTable;
}

/**
 * A request for one email when a variant is back in stock. The row is kept after the email, and a later request for the
 * same variant reuses it.
 */
export interface RestockRequestTable {
  id: string;
  variant_id: number;
  email: string;
  /** The id of the mailbox, which is identical for all spellings of its email address. */
  mailbox_id: string;
  asked_at: number;
  told_at: number | null;
}

export interface RestockWatchTable {
  variant_id: number;
  /** The id of the last counted entry of the stock ledger. */
  ledger_id: number;
  /** The number of emails that the returned stock still allows. */
  mails_left: number;
}
