import { CONTENT_TAG, contentOf } from '#lib/platform/content/content.server.ts';
import { initialReadPosition, pollInvalidations } from '#lib/platform/db/invalidation.server.ts';
import type { PageCache } from '#lib/platform/http/pages/page-cache.server.ts';
import type { Shop } from '#lib/platform/shop.server.ts';

const POLL_EVERY_MS = 500;

/** Applies invalidations to the caches of this process. Returns a function that stops this. */
export function watchInvalidations(shop: Shop, pageCache: PageCache): () => void {
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;
  let since = readContent(shop);

  async function poll(): Promise<void> {
    try {
      const changes = await pollInvalidations(shop.db, await since);
      if (changes.tags.size > 0) {
        // Content is reloaded first, so that no page is rendered with the old texts and then cached.
        if (changes.tags.has(CONTENT_TAG)) await contentOf(shop.db).reload(shop.db);
        pageCache.dropTags(changes.tags);
        shop.cache.dropTags(changes.tags);
      }
      // Set last, so that invalidations are read again if they could not be applied.
      since = Promise.resolve(changes.lastId);
    } catch (error) {
      shop.log.warn({ err: error }, 'could not read invalidations');
      // The error has been logged. If the first read failed, it is repeated.
      since = since.catch(() => readContent(shop));
    }
    if (!isStopped) timer = setTimeout(poll, POLL_EVERY_MS);
  }

  void poll();
  return () => {
    isStopped = true;
    clearTimeout(timer);
  };
}

/** Reads the current texts. Returns the id after which the invalidation table has later changes. */
async function readContent({ db }: Shop): Promise<number> {
  const id = await initialReadPosition(db);
  await contentOf(db).reload(db);
  return id;
}
