import type { BackupSettings } from '#lib/operations/backup/backup-settings.ts';
import { tablesOf } from '#lib/operations/backup/contents.server.ts';
import { withWritableHost } from '#lib/platform/db/writable-host.server.ts';
import { assertMayCreate, hasSqliteShop } from '#lib/platform/location/find-shop.server.ts';

/** Throws a StartError if there is no shop to back up or move, before anything is written. */
export async function refuseMissingShop(settings: BackupSettings): Promise<void> {
  const { databaseUrl, dataDir } = settings;
  const hasShop = databaseUrl
    ? await withWritableHost(databaseUrl, async (db) => (await tablesOf(db, 'postgres')).includes('migration'))
    : await hasSqliteShop(dataDir);
  if (!hasShop) await assertMayCreate(settings, 'never');
}
