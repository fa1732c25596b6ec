import { codeOf } from '#lib/platform/errors/error-code.ts';

/**
 * The cause of a system, database or network error. `path` means that a file or folder is missing, exists already or
 * has the wrong type.
 */
export type FaultKind =
  | 'full'
  | 'read-only'
  | 'permission'
  | 'disk-error'
  | 'cannot-open'
  | 'damaged'
  | 'path'
  | 'busy'
  | 'limit'
  | 'connection';

export interface Fault {
  kind: FaultKind;
  /** The error in the chain of causes that has the code. */
  error: Error;
  /** The file or folder, if one of the errors names it. */
  path: string | undefined;
}

const KINDS_BY_CODE: readonly [RegExp, FaultKind][] = [
  // Codes of the operating system and of Node.js.
  [/^(ENOSPC|EDQUOT|EFBIG)$/, 'full'],
  [/^EROFS$/, 'read-only'],
  [/^(EACCES|EPERM)$/, 'permission'],
  [/^EIO$/, 'disk-error'],
  [/^(ENOENT|ENOTDIR|EISDIR|EEXIST|ENAMETOOLONG|ELOOP)$/, 'path'],
  [/^E[MN]FILE$/, 'limit'],
  [
    /^(ECONN(REFUSED|RESET|ABORTED)|EPIPE|ETIMEDOUT|E(HOST|NET)(UNREACH|DOWN)|EADDRNOTAVAIL|ENOTFOUND|EAI_AGAIN)$/,
    'connection',
  ],
  [/^ERR_(STREAM_(DESTROYED|WRITE_AFTER_END|PREMATURE_CLOSE)|SOCKET_CLOSED(_BEFORE_CONNECTION)?)$/, 'connection'],
  // SQLSTATEs of PostgreSQL.
  [/^53100$/, 'full'],
  [/^53...$/, 'limit'],
  [/^25006$/, 'read-only'],
  [/^58...$/, 'disk-error'],
  [/^(08...|57P0[1-5])$/, 'connection'],
  [/^(25P0[34]|57014|55P03|40001|40P01)$/, 'busy'],
];

/** The key is the low byte of SQLite's result code. */
const KINDS_BY_SQLITE_CODE: Partial<Record<number, FaultKind>> = {
  3: 'permission',
  5: 'busy',
  8: 'read-only',
  10: 'disk-error',
  11: 'damaged',
  13: 'full',
  14: 'cannot-open',
  26: 'damaged',
};

/** Returns the first error in the chain of causes that is a fault, or undefined if there is none. */
export function faultOf(error: unknown): Fault | undefined {
  const chain = errorChain(error);
  for (const cause of chain) {
    const kind = faultKindOf(cause);
    if (kind) return { kind, error: cause, path: chain.map(pathOf).find(Boolean) };
  }
  return undefined;
}

const DISK_FAULTS: ReadonlySet<FaultKind | undefined> = new Set<FaultKind>(['full', 'read-only', 'disk-error']);

/**
 * Returns whether the disk is full, read-only or broken, as opposed to a single file that is missing or not readable.
 */
export function isDiskFault(error: unknown): boolean {
  return DISK_FAULTS.has(faultOf(error)?.kind);
}

/** Returns the kind of this error alone, without its causes. */
export function faultKindOf(error: Error): FaultKind | undefined {
  if ('errcode' in error && typeof error.errcode === 'number') return KINDS_BY_SQLITE_CODE[error.errcode & 0xff];
  const code = codeOf(error);
  // While PostgreSQL starts, its socket file is missing (ENOENT).
  if (code !== '' && 'syscall' in error && error.syscall === 'connect') return 'connection';
  return KINDS_BY_CODE.find(([pattern]) => pattern.test(code))?.[1];
}

function pathOf(error: Error): string | undefined {
  return 'path' in error && typeof error.path === 'string' ? error.path : undefined;
}

/**
 * If the error is a fault without a path, such as an error of SQLite, returns an error with this path. Otherwise,
 * returns the error unchanged.
 */
export function withPath(path: string, error: unknown): unknown {
  const fault = faultOf(error);
  if (!fault || fault.path !== undefined) return error;
  return Object.assign(new Error(`${path}: ${fault.error.message}`, { cause: error }), { path });
}

const MAX_DEPTH = 4;

/** Returns the error, its causes, and the errors within an AggregateError, down to `MAX_DEPTH` levels. */
export function errorChain(error: unknown, depth = 0): Error[] {
  if (!(error instanceof Error) || depth > MAX_DEPTH) return [];
  const innerErrors = error instanceof AggregateError ? error.errors : [];
  return [error, ...[error.cause, ...innerErrors].flatMap((inner) => errorChain(inner, depth + 1))];
}
