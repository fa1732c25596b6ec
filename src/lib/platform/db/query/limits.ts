export interface Limits {
  /** The time from requesting a connection to releasing it. */
  totalMs: number;
  statementMs: number;
  lockMs: number;
  /** How long a transaction may wait for its next statement. */
  idleMs: number;
}

/**
 * The limits of requests. `idleMs` is less than `lockMs`, so that a stalled transaction loses its locks before the
 * transactions that need them time out.
 */
export const REQUEST_LIMITS: Limits = { totalMs: 5_000, statementMs: 4_500, lockMs: 4_000, idleMs: 3_000 };

/** The limits of migrations and imports. `idleMs` is short here too, because orders wait for their locks. */
export const BULK_LIMITS: Limits = { totalMs: 600_000, statementMs: 600_000, lockMs: 60_000, idleMs: 10_000 };
