import { currentInvalidation, pollInvalidations } from '#lib/platform/db/invalidation.server.ts';
import type { PageCache } from '#lib/platform/http/page-cache.server.ts';
import type { Shop } from '#lib/platform/shop.server.ts';

const POLL_EVERY_MS = 500;

export function watchInvalidations(shop: Shop, pageCache: PageCache): () => void {
  let timer: NodeJS.Timeout | undefined;
  let isOver = false;
  let since = currentInvalidation(shop.db);

  async function look(): Promise<void> {
    try {
      const news = await pollInvalidations(shop.db, await since);
      since = Promise.resolve(news.lastId);
      if (news.tags.size > 0) {
        pageCache.dropTags(news.tags);
        shop.cache.dropTags(news.tags);
      }
    } catch (error) {
      shop.log.warn({ err: error }, 'could not read invalidations');
      // Logged above; the first read is tried again.
      since = since.catch(() => currentInvalidation(shop.db));
    }
    if (!isOver) timer = setTimeout(look, POLL_EVERY_MS);
  }

  void look();
  return () => {
    isOver = true;
    clearTimeout(timer);
  };
}
