export interface RestockTables {
  restock_request: RestockRequestTable;
  restock_watch: RestockWatchTable;
}

/** Who wants one mail when a variant can be bought again; stays after it, so that asking anew finds its row. */
export interface RestockRequestTable {
  id: string;
  variant_id: number;
  /** In lower case, proven by a code or a login. */
  email: string;
  /** One for all spellings of a mailbox. */
  mailbox_id: string;
  asked_at: number;
  told_at: number | null;
}

/** One for each variant that somebody waits for. */
export interface RestockWatchTable {
  variant_id: number;
  /** The last line of the stock's ledger that was counted. */
  ledger_id: number;
  /** Mails that returned stock still allows. */
  mails_left: number;
}
