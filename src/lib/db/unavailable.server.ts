/** SQLite's busy, read-only, input/output, full and can't-open, by the low byte of its codes. */
const SQLITE_CODES = new Set([5, 8, 10, 13, 14]);
/**
 * PostgreSQL: no connection, no room, too many connections, shutting down, crashed or starting, ended by a time limit,
 * its files away, read-only after a failover.
 */
const SQLSTATES = /^(08...|53...|57P0[1-5]|58...|25P03|25006)$/;
/** What postgres.js, the network and a full disk say. */
const CONNECTION_CODES =
  /^(CONNECTION_(CLOSED|ENDED|DESTROYED)|CONNECT_TIMEOUT|ECONN(REFUSED|RESET|ABORTED)|EPIPE|ETIMEDOUT|E(HOST|NET)(UNREACH|DOWN)|EADDRNOTAVAIL|ENOTFOUND|EAI_AGAIN|ENOSPC|EDQUOT|EFBIG|E[MN]FILE)$/;
/** A stream that was written to after its other end had gone; Node says which of these by how far it had noticed. */
const STREAM_CODES = /^ERR_(STREAM_(DESTROYED|WRITE_AFTER_END|PREMATURE_CLOSE)|SOCKET_CLOSED(_BEFORE_CONNECTION)?)$/;
/** postgres.js, when the connection that a transaction began on was lost and came back as another. */
const LOST_TRANSACTION = 'UNSAFE_TRANSACTION';
/** Causes within causes, and errors that hold each other. */
const DEEPEST = 4;

/** Whether the database can't do its work just now, by no fault of the request: the same may well do in a minute. */
export function isDatabaseUnavailable(error: unknown, depth = 0): boolean {
  if (!(error instanceof Error) || depth > DEEPEST) return false;
  if (isItself(error)) return true;
  const within = error instanceof AggregateError ? error.errors : [];
  return [error.cause, ...within].some((one) => isDatabaseUnavailable(one, depth + 1));
}

function isItself(error: Error): boolean {
  if (!('code' in error)) return false;
  if ('errcode' in error && typeof error.errcode === 'number') return SQLITE_CODES.has(error.errcode & 0xff);
  // A database behind a socket file has none while it starts.
  if ('syscall' in error && error.syscall === 'connect') return true;
  const code = String(error.code);
  return SQLSTATES.test(code) || CONNECTION_CODES.test(code) || STREAM_CODES.test(code) || code === LOST_TRANSACTION;
}
