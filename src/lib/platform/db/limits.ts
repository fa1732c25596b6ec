/** How long the work of one borrower of a connection may wait and last, in milliseconds. */
export interface Limits {
  /** From asking for a connection to giving it back: after this the work has failed, whatever it waits for. */
  wholeMs: number;
  /** One statement, on the server's clock. */
  statementMs: number;
  /** One lock that somebody else holds. */
  lockMs: number;
  /** A transaction that asks nothing: its process stands still, and others wait for what it holds. */
  idleMs: number;
}

/**
 * Somebody waits for the answer. Whoever stands still amid a transaction loses its locks before those who wait for them
 * give up; only where several of a frozen process's own wait behind each other are some others refused meanwhile.
 */
export const REQUEST_LIMITS: Limits = { wholeMs: 5_000, statementMs: 4_500, lockMs: 4_000, idleMs: 3_000 };

/** Migrations and imports. Their locks stand in the way of orders too, so standing still is not theirs either. */
export const BULK_LIMITS: Limits = { wholeMs: 600_000, statementMs: 600_000, lockMs: 60_000, idleMs: 10_000 };
