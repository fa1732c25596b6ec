import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { TaggedCache } from '#lib/cache/tagged-cache.ts';
import { openDatabase } from '#lib/db/db.server.ts';
import { migrate } from '#lib/db/migrate.server.ts';
import { DiskRoom } from '#lib/files/disk-room.server.ts';
import { openFileStore } from '#lib/files/open-file-store.server.ts';
import { PictureMaker } from '#lib/files/picture-maker.server.ts';
import { PictureStore } from '#lib/files/pictures.server.ts';
import { loadContentPictures } from '#lib/shop/content-pictures.server.ts';
import { openLog } from '#lib/shop/open-log.server.ts';
import { secretKeyOf } from '#lib/shop/secret-key.server.ts';
import { readSettings } from '#lib/shop/settings.server.ts';
import type { Shop } from '#lib/shop/shop.server.ts';
import { FaultLog } from '#lib/upstream/fault-log.server.ts';
import { faultStore } from '#lib/upstream/fault-store.server.ts';
import { Upstreams } from '#lib/upstream/upstreams.server.ts';

/** Reads the settings, opens the database and brings its schema up to date. The caller closes `shop.db`. */
export async function openShop(env: NodeJS.ProcessEnv): Promise<Shop> {
  const settings = readSettings(env);
  const log = openLog(settings.logLevel);
  await mkdir(join(settings.dataDir, 'pictures'), { recursive: true, mode: 0o700 });
  const db = await openDatabase({ databaseUrl: settings.databaseUrl, dataDir: settings.dataDir });
  await migrate(db);
  const upstreams = new Upstreams(log, new FaultLog(log, faultStore(db)));
  const room = new DiskRoom(settings.dataDir, settings.diskReserveBytes);
  const pictureMaker = new PictureMaker();
  const pictures = new PictureStore(settings.dataDir, pictureMaker, room);
  const files = openFileStore(settings, upstreams);
  const contentPictures = await loadContentPictures(pictures, settings.dataDir);
  const secretKey = await secretKeyOf(settings);
  const cache = new TaggedCache();
  const kept = { pictures, pictureMaker, room, files, contentPictures };
  return { settings, db, log, secretKey, ...kept, cache, upstreams, now: Date.now };
}
