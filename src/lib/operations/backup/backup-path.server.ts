import { BACKUP_SETTINGS_FILE } from '#lib/operations/backup/backup-secrets.server.ts';
import { keyOf, storePath } from '#lib/operations/backup/list-files.server.ts';
import { SQLITE_FILE } from '#lib/operations/backup/sqlite-dump.server.ts';
import { isFileKey } from '#lib/platform/files/storage/file-key.server.ts';
import { SECRET_KEY_FILE } from '#lib/platform/secret-key.server.ts';

/** The dump of a PostgreSQL database. Defined here, so that a shop on SQLite does not load the PostgreSQL driver. */
export const POSTGRES_FILE = 'shop.pgdump';

const SINGLE_FILES = new Set([SQLITE_FILE, POSTGRES_FILE, SECRET_KEY_FILE, BACKUP_SETTINGS_FILE]);
const PICTURE = /^pictures\/(?:masters|originals)(?:\/[\w-][\w.-]*)+$/;

/**
 * Whether a backup can contain a file at this path, relative to its folder. A restore joins the paths of a manifest to
 * DATA_DIR, so any other path, such as `../authorized_keys` or `settings.env`, comes from a manifest that was changed.
 */
export function isBackupPath(path: string): boolean {
  const key = keyOf(path);
  if (key !== undefined) return isFileKey(key) && path === storePath(key);
  return SINGLE_FILES.has(path) || PICTURE.test(path);
}
