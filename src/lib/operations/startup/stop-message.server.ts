import { existsSync } from 'node:fs';
import { access, constants, statfs } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { codeOf } from '#lib/platform/errors/error-code.ts';
import { errorChain, type Fault, type FaultKind, faultOf } from '#lib/platform/errors/fault-kind.ts';
import { StoppedError } from '#lib/platform/errors/stopped-error.ts';
import { ownerSettings } from '#lib/platform/settings/load-settings.server.ts';
import { settingsFileOf } from '#lib/platform/settings/settings-file.server.ts';

/**
 * Faults of the machine, whose error messages contain no advice. Other faults may come from input, such as a wrong
 * file name.
 */
const MACHINE_FAULTS: ReadonlySet<FaultKind> = new Set<FaultKind>([
  'full',
  'read-only',
  'permission',
  'disk-error',
  'cannot-open',
]);
const ALMOST_FULL_BYTES = 256 * 1024;

/**
 * If a fault of the disk, the database or the network has stopped the command, returns a line about what has failed,
 * what was saved, and what to do. Returns undefined for any other error, whose own message is then printed. An expected
 * error counts as such a fault only if its cause is in `MACHINE_FAULTS`.
 */
export async function stopMessage(
  command: string,
  error: unknown,
  { isExpected, env }: { isExpected: boolean; env: NodeJS.ProcessEnv },
): Promise<string | undefined> {
  const fault = faultOf(error);
  if (!fault) return undefined;
  const isServerFault = fault.path === undefined && Boolean(ownerSettings(env).DATABASE_URL);
  const path = resolve(fault.path ?? dirname(settingsFileOf(env)));
  const kind = isServerFault ? fault.kind : await causeOf(fault, path);
  if (isExpected && !MACHINE_FAULTS.has(kind)) return undefined;
  const outcome = errorChain(error).find((cause) => cause instanceof StoppedError)?.message ?? 'Nothing was changed.';
  const isOutcomeUnknown = errorChain(error).some(({ name }) => name === 'OutcomeUnknown');
  const cause = isServerFault ? serverFaultText(fault) : diskFaultText(kind, path, fault);
  const consequence = isOutcomeUnknown
    ? 'The last change may or may not have been made. Check before you repeat it.'
    : outcome;
  const advice = (isServerFault ? SERVER_ADVICE[kind] : undefined) ?? ADVICE[kind];
  return [`${command} stopped: ${cause}.`, consequence, advice].filter(Boolean).join(' ');
}

/**
 * Returns the real cause: on a full or read-only disk, SQLite reports "I/O error" or "unable to open", and mkdir
 * reports a missing folder.
 */
async function causeOf({ kind, error }: Fault, path: string): Promise<FaultKind> {
  const isMkdir = kind === 'path' && 'syscall' in error && error.syscall === 'mkdir';
  if (kind !== 'disk-error' && kind !== 'cannot-open' && !isMkdir) return kind;
  const existingPath = findExistingAncestor(path);
  try {
    await access(existingPath, constants.W_OK);
    const { bavail, bsize } = await statfs(existingPath);
    return bavail * bsize < ALMOST_FULL_BYTES && !isMkdir ? 'full' : kind;
  } catch (accessError) {
    return faultOf(accessError)?.kind ?? kind;
  }
}

function findExistingAncestor(path: string): string {
  return existsSync(path) || dirname(path) === path ? path : findExistingAncestor(dirname(path));
}

function serverFaultText({ kind, error }: Fault): string {
  const texts: Partial<Record<FaultKind, string>> = {
    full: 'the disk of the database server is full',
    'read-only': 'the database server is read-only',
    busy: 'the database is too busy',
    connection: `a server can’t be reached (${codeOf(error)})`,
  };
  return texts[kind] ?? `the database failed (${error.message})`;
}

function diskFaultText(kind: FaultKind, path: string, { error }: Fault): string {
  const texts: Record<FaultKind, string> = {
    full: `the disk of ${path} is full`,
    'read-only': `the disk of ${path} is read-only`,
    permission: `this user has no permission for ${path}`,
    'disk-error': `the disk of ${path} reports an error (${error.message})`,
    'cannot-open': `the database in ${path} can’t be opened`,
    damaged: `the database in ${path} is damaged (${error.message})`,
    path: error.message,
    busy: 'another program is using the database',
    limit: 'too many files are open on this machine',
    connection: `a server can’t be reached (${codeOf(error)})`,
  };
  return texts[kind];
}

const RUN_AGAIN = 'then run the command again.';
const ADVICE: Record<FaultKind, string> = {
  full: `Free space there, ${RUN_AGAIN}`,
  'read-only': `Make it writable or choose another folder, ${RUN_AGAIN}`,
  permission: `Give this user permission to read and write it, ${RUN_AGAIN}`,
  'disk-error': `Check the disk, ${RUN_AGAIN}`,
  'cannot-open': `Check the files there, ${RUN_AGAIN}`,
  damaged: 'Restore a backup into another folder: npm run shop -- restore BACKUP',
  path: '',
  busy: 'Run the command again in a minute.',
  limit: 'Run the command again in a minute.',
  connection: 'Run the command again in a minute.',
};
const SERVER_ADVICE: Partial<Record<FaultKind, string>> = {
  full: `Free space on the database server, ${RUN_AGAIN}`,
  'read-only': `Use a database server that accepts changes, ${RUN_AGAIN}`,
  permission: `Give the database user this permission, ${RUN_AGAIN}`,
};
