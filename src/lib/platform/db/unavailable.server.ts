import { codeOf } from '#lib/platform/errors/error-code.ts';

export class DatabaseUnavailable extends Error {
  override readonly name: string = 'DatabaseUnavailable';
}

export class OutcomeUnknown extends DatabaseUnavailable {
  override readonly name = 'OutcomeUnknown';
}

/** Low bytes: busy, read-only, I/O error, full, can't open. */
const SQLITE_CODES = new Set([5, 8, 10, 13, 14]);
/** Connection, resources, shutdown, time limits, files, read-only after a failover, locks, deadlocks. */
const SQLSTATES = /^(08...|53...|57P0[1-5]|58...|25P0[34]|25006|57014|55P03|40001|40P01)$/;
const CONNECTION_CODES =
  /^(ECONN(REFUSED|RESET|ABORTED)|EPIPE|ETIMEDOUT|E(HOST|NET)(UNREACH|DOWN)|EADDRNOTAVAIL|ENOTFOUND|EAI_AGAIN|ENOSPC|EDQUOT|EFBIG|E[MN]FILE)$/;
const STREAM_CODES = /^ERR_(STREAM_(DESTROYED|WRITE_AFTER_END|PREMATURE_CLOSE)|SOCKET_CLOSED(_BEFORE_CONNECTION)?)$/;
const DEEPEST = 4;

export function isDatabaseUnavailable(error: unknown): boolean {
  return isWithin(error, isItself);
}

export function isOutcomeUnknown(error: unknown): boolean {
  return isWithin(error, (one) => one.name === 'OutcomeUnknown');
}

/** Another process changed the table after PostgreSQL planned a named statement. */
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
  // By name: the built pages have their own copy of the class.
  if (error.name === 'DatabaseUnavailable' || error.name === 'OutcomeUnknown') return true;
  const code = codeOf(error);
  if (code === '') return false;
  if ('errcode' in error && typeof error.errcode === 'number') return SQLITE_CODES.has(error.errcode & 0xff);
  // While PostgreSQL starts, its socket file is missing (ENOENT).
  if ('syscall' in error && error.syscall === 'connect') return true;
  return SQLSTATES.test(code) || CONNECTION_CODES.test(code) || STREAM_CODES.test(code);
}
