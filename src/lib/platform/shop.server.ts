import type { Logger } from 'pino';
import type { TaggedCache } from '#lib/platform/cache/tagged-cache.ts';
import type { ShopDatabase } from '#lib/platform/db/db.server.ts';
import type { DiskRoom } from '#lib/platform/files/disk-room.server.ts';
import type { FileStore } from '#lib/platform/files/file-store.ts';
import type { PictureMaker } from '#lib/platform/files/picture-maker.server.ts';
import type { PictureStore } from '#lib/platform/files/pictures.server.ts';
import type { Picture } from '#lib/platform/files/pictures.ts';
import type { Settings } from '#lib/platform/settings.server.ts';
import type { Upstreams } from '#lib/platform/upstream/upstreams.server.ts';

/** All parts that a use case may need; made once by src/server.ts, and by each test for itself. */
export interface Shop {
  settings: Settings;
  db: ShopDatabase;
  log: Logger;
  /** Proves that a code, link or cookie comes from this shop. */
  secretKey: string;
  pictures: PictureStore;
  /** Decodes every picture, in a process of its own and within one budget of memory. */
  pictureMaker: PictureMaker;
  /** Of the disk under the data folder. */
  room: DiskRoom;
  /** What customers sent: attachments and profile images. */
  files: FileStore;
  /** Answers kept in memory for 5 minutes, dropped by tag when what they depend on changes (product.md, "Catalogue"). */
  cache: TaggedCache;
  /** Pictures of slides, banners and articles by their path below the content's picture folder, such as `slides/1.avif`. */
  contentPictures: ReadonlyMap<string, Picture>;
  /** The only way to servers of others. */
  upstreams: Upstreams;
  now(): number;
}
