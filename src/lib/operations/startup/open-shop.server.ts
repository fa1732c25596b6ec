import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { backupsIn } from '#lib/operations/backup/backup-folder.server.ts';
import { isBucket } from '#lib/operations/backup/open-backup-store.server.ts';
import { loadDemoPictures, withOwnPictures } from '#lib/operations/startup/content-pictures.server.ts';
import { openLog } from '#lib/operations/startup/open-log.server.ts';
import { contentOf } from '#lib/platform/content/content.server.ts';
import { describedPictureFinder } from '#lib/platform/content/demo-content.server.ts';
import { PictureMaker } from '#lib/platform/files/pictures/picture-maker.server.ts';
import { PictureStore } from '#lib/platform/files/pictures/pictures.server.ts';
import { DiskSpace } from '#lib/platform/files/storage/disk-space.server.ts';
import { openFileStore } from '#lib/platform/files/storage/open-file-store.server.ts';
import { openInstallation } from '#lib/platform/open-installation.server.ts';
import { loadSettings } from '#lib/platform/settings/load-settings.server.ts';
import type { Settings } from '#lib/platform/settings/settings.server.ts';
import type { Shop } from '#lib/platform/shop.server.ts';
import { TaggedCache } from '#lib/platform/tagged-cache.ts';
import type { Tracing } from '#lib/platform/telemetry/tracing.server.ts';

/**
 * Opens the shop, or creates a shop if there has never been a shop here. The caller must close `shop.db`. Throws a
 * SettingsError if settings are invalid, and a StartError if the shop can't be opened.
 */
export async function openShop(env: NodeJS.ProcessEnv): Promise<Shop> {
  const settings = loadSettings(env);
  const log = openLog(settings.logLevel);
  const tracing = await openTracing(settings, log);
  const { db, secretKey, upstreams } = await openInstallation(settings, {
    creation: { isNew: settings.isNewShop, backups: () => backupsOf(settings) },
    log,
    onStatement: tracing?.traceStatement,
  });
  await mkdir(join(settings.dataDir, 'pictures'), { recursive: true, mode: 0o700 });
  const diskSpace = new DiskSpace(settings.dataDir, settings.diskReserveBytes);
  const pictureMaker = new PictureMaker();
  const pictures = new PictureStore(settings.dataDir, pictureMaker, diskSpace, describedPictureFinder());
  const files = openFileStore(settings, upstreams);
  const demoPictures = await loadDemoPictures(pictures, settings.dataDir);
  const contentPictures = withOwnPictures(demoPictures, contentOf(db));
  const stores = { pictures, pictureMaker, diskSpace, files, contentPictures, cache: new TaggedCache() };
  return { settings, db, log, secretKey, ...stores, upstreams, tracing, now: Date.now };
}

/** Returns the paths of the backups in BACKUP_DIR, newest first. The list is empty if it is a bucket or not set. */
async function backupsOf({ backups: { dir } }: Settings): Promise<string[]> {
  return dir === undefined || isBucket(dir) ? [] : (await backupsIn(dir)).map((name) => join(dir, name));
}

/** Returns the tracing, or undefined if it is off. Its library is loaded only if it is on. */
async function openTracing({ tracing, siteUrl }: Settings, log: Shop['log']): Promise<Tracing | undefined> {
  if (!tracing) return undefined;
  const { Tracing } = await import('#lib/platform/telemetry/tracing.server.ts');
  return new Tracing(tracing, new URL(siteUrl).host, log);
}
