/** What requests have made that must not be made twice. */
export interface AttemptTables {
  attempt: AttemptTable;
}

export interface AttemptTable {
  id: string;
  /** Id of what was made: a cart that was added to, a ticket, an address. */
  made_id: string;
  created_at: number;
}
