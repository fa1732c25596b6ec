import { existsSync } from 'node:fs';
import { access, constants, statfs } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { codeOf } from '#lib/platform/errors/error-code.ts';
import { errorChain, type Fault, type FaultKind, faultOf } from '#lib/platform/errors/fault-kind.ts';
import { StoppedError } from '#lib/platform/errors/stopped-error.ts';
import { ownerSettings } from '#lib/platform/load-settings.server.ts';
import { settingsFileOf } from '#lib/platform/settings-file.server.ts';

/** Kinds whose own message never says what to do. The others may come from what the owner typed, such as a file's name. */
const OF_MACHINE: ReadonlySet<FaultKind> = new Set<FaultKind>([
  ...(['full', 'read-only', 'permission', 'disk-error', 'cannot-open'] as const),
]);
const HARDLY_ANY_BYTES = 256 * 1024;

/** One line: what failed, what was kept, and what to do. Undefined for what is no fault of disk, database or network. */
export async function stoppedWords(
  command: string,
  error: unknown,
  { isPlain, env }: { isPlain: boolean; env: NodeJS.ProcessEnv },
): Promise<string | undefined> {
  const found = faultOf(error);
  if (!found) return undefined;
  const isOfServer = found.path === undefined && Boolean(ownerSettings(env).DATABASE_URL);
  const path = resolve(found.path ?? dirname(settingsFileOf(env)));
  const kind = isOfServer ? found.kind : await causeOf(found, path);
  if (isPlain && !OF_MACHINE.has(kind)) return undefined;
  const kept = errorChain(error).find((one) => one instanceof StoppedError)?.kept ?? 'Nothing was changed.';
  const isUnknown = errorChain(error).some(({ name }) => name === 'OutcomeUnknown');
  const cause = isOfServer ? ofServer(found) : ofDisk(kind, path, found);
  const fate = isUnknown ? 'The last change may have been made or not: look before you repeat it.' : kept;
  return `${command} stopped: ${cause}. ${fate}${ADVICE[kind] ? ` ${ADVICE[kind]}` : ''}`;
}

/** SQLite reports "I/O error" or "unable to open" on a full or read-only disk, and Node's mkdir a missing folder. */
async function causeOf({ kind, error }: Fault, path: string): Promise<FaultKind> {
  const isMkdir = kind === 'path' && 'syscall' in error && error.syscall === 'mkdir';
  if (kind !== 'disk-error' && kind !== 'cannot-open' && !isMkdir) return kind;
  const existing = nearestExisting(path);
  try {
    await access(existing, constants.W_OK);
    const { bavail, bsize } = await statfs(existing);
    return bavail * bsize < HARDLY_ANY_BYTES && !isMkdir ? 'full' : kind;
  } catch (found) {
    return faultOf(found)?.kind ?? kind;
  }
}

function nearestExisting(path: string): string {
  return existsSync(path) || dirname(path) === path ? path : nearestExisting(dirname(path));
}

function ofServer({ kind, error }: Fault): string {
  const words: Partial<Record<FaultKind, string>> = {
    full: 'the disk of the database server is full',
    'read-only': 'the database server takes no changes now',
    busy: 'the database is too busy',
    connection: `a server can’t be reached (${codeOf(error)})`,
  };
  return words[kind] ?? `the database failed (${error.message})`;
}

function ofDisk(kind: FaultKind, path: string, { error }: Fault): string {
  const words: Record<FaultKind, string> = {
    full: `the disk of ${path} is full`,
    'read-only': `the disk of ${path} is read-only`,
    permission: `this user may not use ${path}`,
    'disk-error': `the disk of ${path} reports an error (${error.message})`,
    'cannot-open': `the database in ${path} can’t be opened`,
    damaged: `the database in ${path} is damaged (${error.message})`,
    path: error.message,
    busy: 'another program keeps the database busy',
    limit: 'too many files are open on this machine',
    connection: `a server can’t be reached (${codeOf(error)})`,
  };
  return words[kind];
}

const AGAIN = 'then run the command again.';
const ADVICE: Record<FaultKind, string> = {
  full: `Make room there, ${AGAIN}`,
  'read-only': `Make it writable or choose another folder, ${AGAIN}`,
  permission: `Give this user the right to read and write it, ${AGAIN}`,
  'disk-error': `Check the disk, ${AGAIN}`,
  'cannot-open': `Check the files there, ${AGAIN}`,
  damaged: 'Restore a backup into another folder: npm run shop -- restore BACKUP',
  path: '',
  busy: 'Run the command again in a minute.',
  limit: 'Run the command again in a minute.',
  connection: 'Run the command again in a minute.',
};
