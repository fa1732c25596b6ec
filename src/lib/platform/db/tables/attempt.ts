/** The ids of rows that requests have created, so that a repeated request creates nothing twice. */
export interface AttemptTables {
  attempt: AttemptTable;
  idempotency_key: IdempotencyKeyTable;
}

export interface AttemptTable {
  id: string;
  made_id: string;
  created_at: number;
}

export interface IdempotencyKeyTable {
  owner: string;
  key: string;
  body_hash: string;
  order_id: string;
  created_at: number;
}
