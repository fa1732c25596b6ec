import { createHmac, randomBytes } from 'node:crypto';
import { mkdir, open, readFile, rm, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { ShopDatabase } from '#lib/platform/db/db.server.ts';
import { ignoreMissingTable, readNote, readOrSaveNote, saveNote } from '#lib/platform/db/installation-notes.server.ts';
import { codeOf } from '#lib/platform/errors/error-code.ts';
import { StartError } from '#lib/platform/errors/start-error.ts';
import { ignoreNotFound } from '#lib/platform/files/storage/ignore-not-found.ts';
import type { Settings } from '#lib/platform/settings/settings.server.ts';

export const SECRET_KEY_FILE = 'secret-key';
const NOTE_NAME = 'secret_key_check';
const POLL_EVERY_MS = 100;
const MAX_POLLS = 20;
const OTHER_KEY =
  'SECRET_KEY is not the one that this database was used with: links in emails, codes and logins would fail. ' +
  'Set the old key, or restore the file secret-key to DATA_DIR. ' +
  'If the old key is lost, or was changed on purpose, run: npm run shop -- secret-key accept';

type KeySettings = Pick<Settings, 'secretKey' | 'dataDir'>;

/**
 * Returns the secret key, or undefined if SECRET_KEY is not set and DATA_DIR has no key file. Throws a StartError if
 * that file stays empty. Writes nothing.
 */
export async function findSecretKey({ secretKey, dataDir }: KeySettings): Promise<string | undefined> {
  if (secretKey) return secretKey;
  const path = join(dataDir, SECRET_KEY_FILE);
  return (await stat(path).catch(ignoreNotFound)) ? readWhenWritten(path) : undefined;
}

/**
 * Returns the secret key. If there is none, as in a new demo, a key is generated and stored, so that a restart logs
 * nobody out. Throws a StartError if the key file stays empty.
 */
export async function secretKeyOf({ secretKey, dataDir }: KeySettings): Promise<string> {
  const existingKey = await findSecretKey({ secretKey, dataDir });
  if (existingKey) return existingKey;
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const path = join(dataDir, SECRET_KEY_FILE);
  const newKey = randomBytes(32).toString('base64url');
  await writeNewFile(path, newKey).catch((error: unknown) => {
    if (codeOf(error) !== 'EEXIST') throw error;
  });
  return readWhenWritten(path);
}

/** Writes a new file, or removes it after an error: a partial file would prevent the next start from creating a key. */
async function writeNewFile(path: string, text: string): Promise<void> {
  const file = await open(path, 'wx', 0o600);
  try {
    await file.writeFile(text);
    await file.sync();
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  } finally {
    await file.close();
  }
}

/**
 * Returns the key once it is in the file: if two processes start at the same time, one process may find the file before
 * the other process has written to it. Throws a StartError if the file stays empty.
 */
async function readWhenWritten(path: string): Promise<string> {
  for (let polls = 0; polls < MAX_POLLS; polls++) {
    const key = await readFile(path, 'utf8');
    if (key !== '') return key;
    await wait(POLL_EVERY_MS);
  }
  throw new StartError(`${path} is empty: restore it from a backup, or remove it if the shop is new.`);
}

/** Throws a StartError if the database was used with another key. The first key used is recorded. */
export async function requireSameKey(db: ShopDatabase, secretKey: string, now: number): Promise<void> {
  const check = checkValue(secretKey);
  if ((await readOrSaveNote(db, NOTE_NAME, check, now)) !== check) throw new StartError(OTHER_KEY);
}

/** Returns the problem with the key of these settings, or undefined if it is the database's key. Writes nothing. */
export async function keyProblem(db: ShopDatabase, settings: KeySettings): Promise<string | undefined> {
  const [check, key] = [await keyCheckOf(db), await findSecretKey(settings)];
  if (check === undefined || (key !== undefined && isKeyOf(check, key))) return undefined;
  return key === undefined ? missingKeyText(settings) : OTHER_KEY;
}

/** Throws a StartError if a key is recorded in the database, and these settings have no key or another one. */
export async function requireRecordedKey(db: ShopDatabase, settings: KeySettings): Promise<void> {
  const problem = await keyProblem(db, settings);
  if (problem !== undefined) throw new StartError(problem);
}

function missingKeyText({ dataDir }: KeySettings): string {
  return (
    `The secret key of this shop is missing: ${resolve(dataDir, SECRET_KEY_FILE)} does not exist, and SECRET_KEY is not set. ` +
    'Nothing was changed. Without the key, links in emails, codes and logins would fail: restore the file from a backup, or set SECRET_KEY. ' +
    'If the key is lost, run: npm run shop -- secret-key accept'
  );
}

/** Returns a value that identifies the key of this database, or undefined before the first start. */
export async function keyCheckOf(db: Pick<ShopDatabase, 'write'>): Promise<string | undefined> {
  return (await readNote(db, NOTE_NAME).catch(ignoreMissingTable))?.value;
}

/** Returns whether `check`, the result of `keyCheckOf`, identifies this key. */
export function isKeyOf(check: string, secretKey: string): boolean {
  return check === checkValue(secretKey);
}

/** Records this key as the key of the database. */
export function acceptKey(db: ShopDatabase, secretKey: string, now: number): Promise<void> {
  return saveNote(db, NOTE_NAME, checkValue(secretKey), now);
}

/** Returns a hash that reveals nothing about the key, which has at least 32 random characters. */
function checkValue(secretKey: string): string {
  return createHmac('sha256', secretKey).update('the key of this database').digest('base64url');
}
