import type { Logger } from 'pino';
import type { ShopDatabase } from '#lib/platform/db/db.server.ts';
import type { PictureMaker } from '#lib/platform/files/pictures/picture-maker.server.ts';
import type { PictureStore } from '#lib/platform/files/pictures/pictures.server.ts';
import type { Picture } from '#lib/platform/files/pictures/pictures.ts';
import type { DiskSpace } from '#lib/platform/files/storage/disk-space.server.ts';
import type { FileStore } from '#lib/platform/files/storage/file-store.ts';
import type { Settings } from '#lib/platform/settings/settings.server.ts';
import type { TaggedCache } from '#lib/platform/tagged-cache.ts';
import type { Tracing } from '#lib/platform/telemetry/tracing.server.ts';
import type { Upstreams } from '#lib/platform/upstream/upstreams.server.ts';

/** State that lives as long as the process. Tests create their own. */
export interface Shop {
  settings: Settings;
  db: ShopDatabase;
  log: Logger;
  secretKey: string;
  pictures: PictureStore;
  pictureMaker: PictureMaker;
  diskSpace: DiskSpace;
  files: FileStore;
  /** Results that are cached for 5 minutes by default, or until a tag is invalidated (product.md, "Catalogue"). */
  cache: TaggedCache;
  /** Pictures in texts by name, such as `slides/1.avif`: the owner's picture or, if there is none, the demo's. */
  contentPictures: { get(name: string): Picture | undefined };
  /** External services, such as the payment gateway, with limits and circuit breakers. */
  upstreams: Upstreams;
  tracing?: Tracing | undefined;
  now(): number;
}
