import { ARTICLES } from '#lib/content/content/texts/texts.schema.ts';
import { CONTENT_TAG, contentOf } from '#lib/platform/content/content.server.ts';
import { readNote, saveNote } from '#lib/platform/db/installation-notes.server.ts';
import { invalidate } from '#lib/platform/db/invalidation.server.ts';
import { transaction } from '#lib/platform/db/transaction.server.ts';
import type { Shop } from '#lib/platform/shop.server.ts';
import { closingTimes } from '#lib/shop/settings/closings.ts';
import { shopSettings } from '#lib/shop/settings/shop-settings.server.ts';

/** The name of a note. Its time is the time of the last invalidation. */
const NOTE = 'scheduled content';

/**
 * Returns a job to run every second. It invalidates the pages that were cached before an article was due, or before the
 * notice of a holiday appeared, changed or ended.
 */
export function scheduledContentWatch({ db, now }: Pick<Shop, 'db' | 'now'>): () => Promise<void> {
  let lastCheckAt: number | undefined;
  return async () => {
    const at = now();
    // A time may have passed while the shop was stopped.
    const since = lastCheckAt ?? (await readNote(db, NOTE))?.at ?? 0;
    if (plannedTimes(db).some((time) => time > since && time <= at)) {
      await transaction(db, async (tx) => {
        await invalidate(tx, [CONTENT_TAG]);
        await saveNote({ write: tx }, NOTE, '', at);
      });
    }
    lastCheckAt = at;
  };
}

function plannedTimes(db: Shop['db']): number[] {
  const content = contentOf(db);
  return content.memo('planned times', () => {
    const publicationTimes = [...content.visibleIn(ARTICLES).values()].flatMap(({ publishAt }) => publishAt ?? []);
    return [...publicationTimes, ...closingTimes(shopSettings(db).closings)];
  });
}
