import { contentOf } from '#lib/platform/content/content.server.ts';
import type { StatementListener } from '#lib/platform/db/db.server.ts';
import { openMigrated } from '#lib/platform/db/migrator/open-migrated.server.ts';
import type { Creation } from '#lib/platform/location/find-shop.server.ts';
import { requireRecordedKey, requireSameKey, secretKeyOf } from '#lib/platform/secret-key.server.ts';
import type { Settings } from '#lib/platform/settings/settings.server.ts';
import type { Shop } from '#lib/platform/shop.server.ts';
import { FaultLog } from '#lib/platform/upstream/fault-log.server.ts';
import { faultStore } from '#lib/platform/upstream/fault-store.server.ts';
import { Upstreams } from '#lib/platform/upstream/upstreams.server.ts';

interface OpenOptions {
  creation: Creation;
  log?: Shop['log'];
  onStatement?: StatementListener | undefined;
}

/**
 * Opens the database and everything else that all programs need. The caller must close `db` after `upstreams` are
 * settled. Throws a StartError if there is no shop or usable database, or if the secret key is missing or wrong.
 */
export async function openInstallation(
  settings: Settings,
  { creation, log, onStatement }: OpenOptions,
): Promise<Pick<Shop, 'db' | 'secretKey' | 'upstreams'>> {
  const check = (existingDb: Shop['db']) => requireRecordedKey(existingDb, settings);
  const db = await openMigrated(settings, { creation, check, onStatement });
  try {
    const secretKey = await secretKeyOf(settings);
    await requireSameKey(db, secretKey, Date.now());
    await contentOf(db).reload(db, log);
    const faults = new FaultLog(log, faultStore(db));
    if (db.standby) db.standby.health.faults = faults;
    db.standby?.begin(db.write);
    return { db, secretKey, upstreams: new Upstreams(log, faults) };
  } catch (error) {
    await db.close();
    throw error;
  }
}
