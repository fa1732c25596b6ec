/** SQLite's busy, read-only, input/output, full and can't-open, by the low byte of its codes. */
const SQLITE_CODES = new Set([5, 8, 10, 13, 14]);
/** PostgreSQL: no connection, no room, too many connections, shutting down or starting, read-only after a failover. */
const SQLSTATES = /^(08...|53...|57P0[1235]|25006)$/;
/** What postgres.js, the network and a full disk say. */
const CONNECTION_CODES =
  /^(CONNECTION_(CLOSED|ENDED|DESTROYED)|CONNECT_TIMEOUT|ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN|ENOSPC|EDQUOT|EFBIG)$/;

/** Whether the database can't do its work just now, by no fault of the request: the same may well do in a minute. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (!(error instanceof Error) || !('code' in error)) return false;
  if ('errcode' in error && typeof error.errcode === 'number') return SQLITE_CODES.has(error.errcode & 0xff);
  const code = String(error.code);
  return SQLSTATES.test(code) || CONNECTION_CODES.test(code);
}
