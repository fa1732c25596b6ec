import { createHash } from 'node:crypto';
import type { ArticleSummary, Excerpt } from '#lib/content/content/journal/journal.ts';
import { ARTICLES } from '#lib/content/content/texts/texts.schema.ts';
import { contentOf } from '#lib/platform/content/content.server.ts';
import type { ShopDatabase } from '#lib/platform/db/db.server.ts';
import { readNote, saveNote } from '#lib/platform/db/installation-notes.server.ts';
import { shopSettings } from '#lib/shop/settings/shop-settings.server.ts';

const NOTE_NAME = 'excerpts';
/** Increase this after changing the rendering of articles or the length of their excerpts. */
const RENDERING_VERSION = 1;

/**
 * The stored excerpts by slug; undefined if they are not those of the current texts. Rendering all articles would take
 * a tenth of the start-up time, and 6 MB.
 */
export async function storedExcerpts(db: ShopDatabase): Promise<Record<string, Excerpt> | undefined> {
  const note = await readNote({ write: db.read }, NOTE_NAME);
  const stored = note && (JSON.parse(note.value) as { mark: string; excerpts: Record<string, Excerpt> });
  return stored?.mark === fingerprintOf(db) ? stored.excerpts : undefined;
}

export async function saveExcerpts(db: ShopDatabase, articles: readonly ArticleSummary[], at: number): Promise<void> {
  const excerpts = Object.fromEntries(articles.map(({ slug, excerpt, minutes }) => [slug, { excerpt, minutes }]));
  await saveNote(db, NOTE_NAME, JSON.stringify({ mark: fingerprintOf(db), excerpts }), at);
}

function fingerprintOf(db: ShopDatabase): string {
  const bodies = [...contentOf(db).visibleIn(ARTICLES)].map(([slug, { body }]) => [slug, body]);
  return createHash('sha256')
    .update(JSON.stringify([RENDERING_VERSION, bodies, shopSettings(db)]))
    .digest('hex');
}
