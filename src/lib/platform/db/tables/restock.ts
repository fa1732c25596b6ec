export interface RestockTables {
  restock_request: RestockRequestTable;
  restock_watch: RestockWatchTable;
}

/** Who wants one mail when a variant can be bought again; stays after it, so that asking anew finds its row. */
export interface RestockRequestTable {
  id: string;
  variant_id: number;
  email: string;
  /** One for all spellings of a mailbox. */
  mailbox_id: string;
  asked_at: number;
  told_at: number | null;
}

export interface RestockWatchTable {
  variant_id: number;
  /** The last line of the stock's ledger that was counted. */
  ledger_id: number;
  /** Mails that returned stock still allows. */
  mails_left: number;
}
