import { saveExcerpts, storedExcerpts } from '#lib/content/content/journal/excerpts.server.ts';
import { articlesWithScheduled } from '#lib/content/content/journal/journal.server.ts';
import { contentOf } from '#lib/platform/content/content.server.ts';
import type { Shop } from '#lib/platform/shop.server.ts';

/** Called every second: stores the excerpts of the current articles for the next start. */
export function excerptsWatch({ db, now }: Pick<Shop, 'db' | 'now'>): () => Promise<void> {
  let storedVersion: number | undefined;
  return async () => {
    const { version } = contentOf(db);
    if (version === storedVersion) return;
    if (!(await storedExcerpts(db))) {
      const articles = await articlesWithScheduled({ db });
      // Otherwise outdated excerpts would be stored for the changed texts.
      if (contentOf(db).version !== version) return;
      await saveExcerpts(db, articles, now());
    }
    storedVersion = version;
  };
}
