/** The database can't be asked now: it is away, stands still, or others hold what is needed. */
export class DatabaseUnavailable extends Error {
  override readonly name: string = 'DatabaseUnavailable';
}

/** It was asked to make a change good, and did not say whether it has. */
export class OutcomeUnknown extends DatabaseUnavailable {
  override readonly name = 'OutcomeUnknown';
}

/** SQLite's busy, read-only, input/output, full and can't-open, by the low byte of its codes. */
const SQLITE_CODES = new Set([5, 8, 10, 13, 14]);
/**
 * PostgreSQL: no connection, no room, too many connections, shutting down, crashed or starting, ended by a time limit,
 * its files away, read-only after a failover; a statement or a lock that took too long; deadlocks time and again.
 */
const SQLSTATES = /^(08...|53...|57P0[1-5]|58...|25P0[34]|25006|57014|55P03|40001|40P01)$/;
/** What the network and a full disk say. */
const CONNECTION_CODES =
  /^(ECONN(REFUSED|RESET|ABORTED)|EPIPE|ETIMEDOUT|E(HOST|NET)(UNREACH|DOWN)|EADDRNOTAVAIL|ENOTFOUND|EAI_AGAIN|ENOSPC|EDQUOT|EFBIG|E[MN]FILE)$/;
/** A stream that was written to after its other end had gone; Node says which of these by how far it had noticed. */
const STREAM_CODES = /^ERR_(STREAM_(DESTROYED|WRITE_AFTER_END|PREMATURE_CLOSE)|SOCKET_CLOSED(_BEFORE_CONNECTION)?)$/;
/** Causes within causes, and errors that hold each other. */
const DEEPEST = 4;

/** Whether the database can't do its work just now, by no fault of the request: the same may well do in a minute. */
export function isDatabaseUnavailable(error: unknown): boolean {
  return isWithin(error, isItself);
}

/** Whether the change may have been made all the same. */
export function isOutcomeUnknown(error: unknown): boolean {
  return isWithin(error, (one) => one.name === 'OutcomeUnknown');
}

/** PostgreSQL has planned a statement by its name, and another process has changed the table since. */
export function isStalePlan(error: unknown): boolean {
  return error instanceof Error && 'routine' in error && error.routine === 'RevalidateCachedQuery';
}

function isWithin(error: unknown, isMeant: (error: Error) => boolean, depth = 0): boolean {
  if (!(error instanceof Error) || depth > DEEPEST) return false;
  if (isMeant(error)) return true;
  const within = error instanceof AggregateError ? error.errors : [];
  return [error.cause, ...within].some((one) => isWithin(one, isMeant, depth + 1));
}

function isItself(error: Error): boolean {
  // By name, because the built pages have a class of their own.
  if (error.name === 'DatabaseUnavailable' || error.name === 'OutcomeUnknown') return true;
  if (!('code' in error)) return false;
  if ('errcode' in error && typeof error.errcode === 'number') return SQLITE_CODES.has(error.errcode & 0xff);
  // A database behind a socket file has none while it starts.
  if ('syscall' in error && error.syscall === 'connect') return true;
  const code = String(error.code);
  return SQLSTATES.test(code) || CONNECTION_CODES.test(code) || STREAM_CODES.test(code);
}
