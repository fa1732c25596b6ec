import { randomBytes } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Settings } from '#lib/platform/settings.server.ts';

/** The demo shop makes its own and keeps it, so that a restart logs nobody out. */
export async function secretKeyOf({ secretKey, dataDir }: Pick<Settings, 'secretKey' | 'dataDir'>): Promise<string> {
  if (secretKey) return secretKey;
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const path = join(dataDir, 'secret-key');
  await writeFile(path, randomBytes(32).toString('base64url'), { mode: 0o600, flag: 'wx' }).catch((error: unknown) => {
    const isThere = error instanceof Error && 'code' in error && error.code === 'EEXIST';
    if (!isThere) throw error;
  });
  return readFile(path, 'utf8');
}
