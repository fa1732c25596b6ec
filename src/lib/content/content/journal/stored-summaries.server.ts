import { createHash } from 'node:crypto';
import type { Article, ArticleSummary } from '#lib/content/content/journal/journal.ts';
import { ARTICLES } from '#lib/content/content/texts/texts.schema.ts';
import { contentOf } from '#lib/platform/content/content.server.ts';
import type { ShopDatabase } from '#lib/platform/db/db.server.ts';
import { readNote, saveNote } from '#lib/platform/db/installation-notes.server.ts';
import { shopSettings } from '#lib/shop/settings/shop-settings.server.ts';

const NOTE_NAME = 'excerpts';
/** Increase this after changing the fields of summaries, the rendering of articles or the length of their excerpts. */
const SUMMARY_VERSION = 2;

interface StoredSummaries {
  fingerprint: string;
  summaries: StoredSummary[];
}

/** A summary as it is stored in JSON. */
interface StoredSummary extends Omit<ArticleSummary, 'date' | 'updated'> {
  date: string;
  updated?: string;
}

/**
 * Returns the stored summaries of all articles, including scheduled articles, newest first; undefined if there are none
 * or if texts or settings have changed since they were stored. Reading and rendering the articles would take a tenth of
 * the start-up time, and 6 MB of memory.
 */
export async function storedSummaries(db: ShopDatabase): Promise<ArticleSummary[] | undefined> {
  const note = await readNote({ write: db.read }, NOTE_NAME);
  const storedNote = note && (JSON.parse(note.value) as StoredSummaries);
  if (storedNote?.fingerprint !== fingerprintOf(db)) return undefined;
  return storedNote.summaries.map(({ date, updated, ...summary }) => ({
    ...summary,
    date: new Date(date),
    updated: updated === undefined ? undefined : new Date(updated),
  }));
}

/** Stores the summaries of all articles, which must be sorted newest first, because they are read in this order. */
export async function saveSummaries(db: ShopDatabase, articles: readonly Article[], at: number): Promise<void> {
  const summaries = articles.map(({ html: _html, text: _text, headings: _headings, ...summary }) => summary);
  await saveNote(db, NOTE_NAME, JSON.stringify({ fingerprint: fingerprintOf(db), summaries }), at);
}

/** Returns a hash of everything that the summaries are made from, without parsing the articles. */
function fingerprintOf(db: ShopDatabase): string {
  const content = contentOf(db);
  const texts = content.pathsOf(ARTICLES).map((path) => {
    const ownText = content.ownTexts.get(path);
    return [path, ownText?.state, ownText?.body, content.demoText(ARTICLES, path)];
  });
  return createHash('sha256')
    .update(JSON.stringify([SUMMARY_VERSION, texts, shopSettings(db)]))
    .digest('hex');
}
