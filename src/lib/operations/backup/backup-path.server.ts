import { BACKUP_SETTINGS_FILE } from '#lib/operations/backup/backup-secrets.server.ts';
import { uploadKeyOf, uploadPath } from '#lib/operations/backup/list-files.server.ts';
import { SQLITE_FILE } from '#lib/operations/backup/sqlite-dump.server.ts';
import { isFileKey } from '#lib/platform/files/storage/file-key.server.ts';
import { SECRET_KEY_FILE } from '#lib/platform/secret-key.server.ts';

/**
 * The name of the file with the dump of a PostgreSQL database. Defined here, so that a shop on SQLite does not load the
 * PostgreSQL driver.
 */
export const POSTGRES_FILE = 'shop.pgdump';

const SINGLE_FILES = new Set([SQLITE_FILE, POSTGRES_FILE, SECRET_KEY_FILE, BACKUP_SETTINGS_FILE]);
const PICTURE_PATTERN = /^pictures\/(?:masters|originals)(?:\/[\w-][\w.-]*)+$/;

/**
 * Returns whether a backup can contain a file at this path, which is relative to the backup's folder. A restore joins
 * the paths in a manifest to DATA_DIR, so any other path, such as `../authorized_keys`, comes from a manifest that was
 * changed.
 */
export function isBackupPath(path: string): boolean {
  const key = uploadKeyOf(path);
  if (key !== undefined) return isFileKey(key) && path === uploadPath(key);
  return SINGLE_FILES.has(path) || PICTURE_PATTERN.test(path);
}
