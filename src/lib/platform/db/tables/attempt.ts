/** What requests have made that must not be made twice. */
export interface AttemptTables {
  attempt: AttemptTable;
}

export interface AttemptTable {
  id: string;
  made_id: string;
  created_at: number;
}
