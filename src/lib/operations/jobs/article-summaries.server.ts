import { articlesWithScheduled, saveSummaries, storedSummaries } from '#lib/content/content/journal/journal.server.ts';
import { contentOf } from '#lib/platform/content/content.server.ts';
import type { Shop } from '#lib/platform/shop.server.ts';

/** Returns a job to run every second. It stores the summaries of the current articles for the next start. */
export function articleSummariesWatch({ db, now }: Pick<Shop, 'db' | 'now'>): () => Promise<void> {
  let storedVersion: number | undefined;
  return async () => {
    const { version } = contentOf(db);
    if (version === storedVersion) return;
    if (!(await storedSummaries(db))) {
      const articles = await articlesWithScheduled({ db });
      // If the content has changed in the meantime, outdated summaries would be stored for the new content.
      if (contentOf(db).version !== version) return;
      await saveSummaries(db, articles, now());
    }
    storedVersion = version;
  };
}
