import { POSTS } from '#lib/content/content/texts/texts.schema.ts';
import { CONTENT_TAG, contentOf } from '#lib/platform/content/content.server.ts';
import { readNote, saveNote } from '#lib/platform/db/installation-notes.server.ts';
import { invalidate } from '#lib/platform/db/invalidation.server.ts';
import { transaction } from '#lib/platform/db/transaction.server.ts';
import type { Shop } from '#lib/platform/shop.server.ts';

/** Its time is that of the last round that published an article. */
const NOTE = 'published articles';

/** Called every second: invalidates the pages that were cached before the time of an article came. */
export function scheduledArticlesWatch({ db, now }: Pick<Shop, 'db' | 'now'>): () => Promise<void> {
  let seen: number | undefined;
  return async () => {
    const at = now();
    // An article may have become due while the shop was stopped.
    const since = seen ?? (await readNote(db, NOTE))?.at ?? 0;
    const isDue = ({ publishAt }: { publishAt?: number | undefined }) =>
      publishAt !== undefined && publishAt > since && publishAt <= at;
    if ([...contentOf(db).all(POSTS).values()].some(isDue)) {
      await transaction(db, async (tx) => {
        await invalidate(tx, [CONTENT_TAG]);
        await saveNote({ write: tx }, NOTE, '', at);
      });
    }
    seen = at;
  };
}
