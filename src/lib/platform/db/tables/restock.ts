export interface RestockTables {
  restock_request: RestockRequestTable;
  restock_watch: RestockWatchTable;
}

/** A request for one mail when a variant is back in stock; the row stays afterwards, for a repeated request. */
export interface RestockRequestTable {
  id: string;
  variant_id: number;
  email: string;
  /** The same for all spellings of a mailbox. */
  mailbox_id: string;
  asked_at: number;
  told_at: number | null;
}

export interface RestockWatchTable {
  variant_id: number;
  /** The last line of the stock ledger that was counted. */
  ledger_id: number;
  /** Mails that the returned stock still allows. */
  mails_left: number;
}
