/** Rows created by requests, so that a repeated request creates nothing twice. */
export interface AttemptTables {
  attempt: AttemptTable;
}

export interface AttemptTable {
  id: string;
  made_id: string;
  created_at: number;
}
