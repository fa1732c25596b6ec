import { createHash } from 'node:crypto';
import type { Excerpt, Post } from '#lib/content/content/blog/blog.ts';
import { POSTS } from '#lib/content/content/texts/texts.schema.ts';
import { contentOf } from '#lib/platform/content/content.server.ts';
import type { ShopDatabase } from '#lib/platform/db/db.server.ts';
import { readNote, saveNote } from '#lib/platform/db/installation-notes.server.ts';
import { shopSettings } from '#lib/shop/settings/shop-settings.server.ts';

const NOTE = 'excerpts';
/** Increase it after changing the rendering of articles or the length of their excerpts. */
const DRAWN_AS = 1;

/**
 * By slug, if they were stored for exactly the current texts: rendering all articles takes a tenth of a start, and 6
 * MB.
 */
export async function storedExcerpts(db: ShopDatabase): Promise<Record<string, Excerpt> | undefined> {
  const note = await readNote({ write: db.read }, NOTE);
  const stored = note && (JSON.parse(note.value) as { mark: string; excerpts: Record<string, Excerpt> });
  return stored?.mark === markOf(db) ? stored.excerpts : undefined;
}

export async function saveExcerpts(db: ShopDatabase, posts: readonly Post[], at: number): Promise<void> {
  const excerpts = Object.fromEntries(posts.map(({ slug, excerpt, minutes }) => [slug, { excerpt, minutes }]));
  await saveNote(db, NOTE, JSON.stringify({ mark: markOf(db), excerpts }), at);
}

function markOf(db: ShopDatabase): string {
  const bodies = [...contentOf(db).all(POSTS)].map(([slug, { body }]) => [slug, body]);
  return createHash('sha256')
    .update(JSON.stringify([DRAWN_AS, bodies, shopSettings(db)]))
    .digest('hex');
}
