export interface Limits {
  /** The time from requesting a connection to releasing it. */
  totalMs: number;
  statementMs: number;
  lockMs: number;
  /** How long a transaction may wait for its next statement. */
  idleMs: number;
}

/** `idleMs` < `lockMs`, so that a stalled transaction loses its locks before transactions waiting for them time out. */
export const REQUEST_LIMITS: Limits = { totalMs: 5_000, statementMs: 4_500, lockMs: 4_000, idleMs: 3_000 };

/** For migrations and imports. `idleMs` is short here too, because orders wait for these locks. */
export const BULK_LIMITS: Limits = { totalMs: 600_000, statementMs: 600_000, lockMs: 60_000, idleMs: 10_000 };
