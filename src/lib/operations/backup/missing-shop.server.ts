import type { BackupSettings } from '#lib/operations/backup/backup-settings.ts';
import { tablesOf } from '#lib/operations/backup/contents.server.ts';
import { onWritableHost } from '#lib/platform/db/writable-host.server.ts';
import { hasSqliteShop, refuseCreation } from '#lib/platform/location/find-shop.server.ts';

/** Throws a StartError where there is no shop to take away, before anything is written anywhere. */
export async function refuseMissingShop(settings: BackupSettings): Promise<void> {
  const { databaseUrl, dataDir } = settings;
  const isThere = databaseUrl
    ? await onWritableHost(databaseUrl, async (db) => (await tablesOf(db, 'postgres')).includes('migration'))
    : await hasSqliteShop(dataDir);
  if (!isThere) await refuseCreation(settings, 'never');
}
