import { CONTENT_TAG, contentOf } from '#lib/platform/content/content.server.ts';
import { firstToRead, pollInvalidations } from '#lib/platform/db/invalidation.server.ts';
import type { PageCache } from '#lib/platform/http/pages/page-cache.server.ts';
import type { Shop } from '#lib/platform/shop.server.ts';

const POLL_EVERY_MS = 500;

export function watchInvalidations(shop: Shop, pageCache: PageCache): () => void {
  let timer: NodeJS.Timeout | undefined;
  let isOver = false;
  let since = begin(shop);

  async function look(): Promise<void> {
    try {
      const news = await pollInvalidations(shop.db, await since);
      if (news.tags.size > 0) {
        // Content first, so that no page is rendered with the old texts and cached.
        if (news.tags.has(CONTENT_TAG)) await contentOf(shop.db).follow(shop.db);
        pageCache.dropTags(news.tags);
        shop.cache.dropTags(news.tags);
      }
      // Last, so that invalidations that failed are read again.
      since = Promise.resolve(news.lastId);
    } catch (error) {
      shop.log.warn({ err: error }, 'could not read invalidations');
      // Logged above; the first read is tried again.
      since = since.catch(() => begin(shop));
    }
    if (!isOver) timer = setTimeout(look, POLL_EVERY_MS);
  }

  void look();
  return () => {
    isOver = true;
    clearTimeout(timer);
  };
}

/** Texts that changed before this are read here; later changes are in the table. */
async function begin({ db }: Shop): Promise<number> {
  const id = await firstToRead(db);
  await contentOf(db).follow(db);
  return id;
}
