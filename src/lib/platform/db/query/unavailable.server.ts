import { errorChain, type FaultKind, faultKindOf } from '#lib/platform/errors/fault-kind.ts';

export class DatabaseUnavailable extends Error {
  override readonly name: string = 'DatabaseUnavailable';
}

/** Thrown if a change may have been committed, although the database did not confirm it. */
export class OutcomeUnknown extends DatabaseUnavailable {
  override readonly name = 'OutcomeUnknown';
}

/**
 * Faults such as a full disk or a lost connection. A missing file or permission is not one of them, because it is a
 * configuration error or a bug.
 */
const OUTAGE_KINDS: ReadonlySet<FaultKind | undefined> = new Set<FaultKind>([
  'full',
  'read-only',
  'disk-error',
  'cannot-open',
  'busy',
  'limit',
  'connection',
]);
/**
 * The names of the error classes. Names are compared, because threads, and pages in development, have separate copies
 * of the classes.
 */
const ERROR_NAMES = new Set(['DatabaseUnavailable', 'OutcomeUnknown']);

export function isDatabaseUnavailable(error: unknown): boolean {
  return errorChain(error).some((cause) => ERROR_NAMES.has(cause.name) || OUTAGE_KINDS.has(faultKindOf(cause)));
}

export function isOutcomeUnknown(error: unknown): boolean {
  return errorChain(error).some(({ name }) => name === 'OutcomeUnknown');
}

/**
 * Returns whether the error means that a table has been changed, usually by another process, since PostgreSQL planned a
 * named statement that uses it.
 */
export function isStalePlan(error: unknown): boolean {
  return error instanceof Error && 'routine' in error && error.routine === 'RevalidateCachedQuery';
}
