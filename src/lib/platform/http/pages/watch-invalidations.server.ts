import { CONTENT_TAG, contentOf } from '#lib/platform/content/content.server.ts';
import { initialReadPosition, pollInvalidations } from '#lib/platform/db/invalidation.server.ts';
import type { PageCache } from '#lib/platform/http/pages/page-cache.server.ts';
import type { Shop } from '#lib/platform/shop.server.ts';

const POLL_EVERY_MS = 500;

/** Applies invalidations to the caches of this process. Returns a function that stops watching. */
export function watchInvalidations(shop: Shop, pageCache: PageCache): () => void {
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;
  let lastAppliedId = reloadContent(shop);

  async function poll(): Promise<void> {
    try {
      const invalidations = await pollInvalidations(shop.db, await lastAppliedId);
      if (invalidations.tags.size > 0) {
        // Content is reloaded first, so that no page is rendered with the old texts and then cached.
        if (invalidations.tags.has(CONTENT_TAG)) await contentOf(shop.db).reload(shop.db);
        pageCache.dropTags(invalidations.tags);
        shop.cache.dropTags(invalidations.tags);
      }
      // Set last, so that invalidations are read again if they could not be applied.
      lastAppliedId = Promise.resolve(invalidations.lastId);
    } catch (error) {
      shop.log.warn({ err: error }, 'could not read invalidations');
      // The error has been logged. If the first read failed, it is repeated.
      lastAppliedId = lastAppliedId.catch(() => reloadContent(shop));
    }
    if (!isStopped) timer = setTimeout(poll, POLL_EVERY_MS);
  }

  void poll();
  return () => {
    isStopped = true;
    clearTimeout(timer);
  };
}

/** Reloads the content. Returns the id after which `pollInvalidations` must read. */
async function reloadContent({ db }: Shop): Promise<number> {
  const id = await initialReadPosition(db);
  await contentOf(db).reload(db);
  return id;
}
