import { createHash } from 'node:crypto';
import { plainWords, queryWords } from '#lib/catalog/search/text-words.ts';
import { withoutProducts } from '#lib/content/content/journal/article-parts.ts';
import {
  type Article,
  type ArticleDocument,
  type ArticleSummary,
  newestFirst,
  onlyPublished,
  readingMinutes,
} from '#lib/content/content/journal/journal.ts';
import { cutContent } from '#lib/content/content/texts/cut-text.ts';
import { renderMarkdown } from '#lib/content/content/texts/markdown.server.ts';
import { ARTICLES } from '#lib/content/content/texts/texts.schema.ts';
import { contentOf } from '#lib/platform/content/content.server.ts';
import type { ShopDatabase } from '#lib/platform/db/db.server.ts';
import { readNote, saveNote } from '#lib/platform/db/installation-notes.server.ts';
import { plainText } from '#lib/platform/html/plain-text.ts';
import type { Shop } from '#lib/platform/shop.server.ts';
import { firstIndex } from '#lib/primitives/binary-search.ts';
import type { ShopSettings } from '#lib/shop/settings/settings.schema.ts';
import { shopSettings } from '#lib/shop/settings/shop-settings.server.ts';

type JournalShop = Pick<Shop, 'db' | 'now'>;

/** Returns summaries of the published articles, newest first, usually without rendering the articles. */
export async function publishedSummaries({ db, now }: JournalShop): Promise<ArticleSummary[]> {
  const read = async () => (await storedSummaries(db)) ?? (await articlesWithScheduled({ db }));
  return onlyPublished(await contentOf(db).memo('article summaries', read), now());
}

/** Returns the published articles, newest first. */
export async function publishedArticles(shop: JournalShop): Promise<Article[]> {
  return onlyPublished(await articlesWithScheduled(shop), shop.now());
}

/** Returns all articles that are not hidden, including scheduled articles, newest first. */
export function articlesWithScheduled({ db }: Pick<Shop, 'db'>): Promise<Article[]> {
  const content = contentOf(db);
  return content.memo('articles', async () =>
    newestFirst(await renderArticles([...content.visibleIn(ARTICLES)], shopSettings(db))),
  );
}

/** Returns the published article with this slug; undefined if there is none. */
export async function findArticle(shop: JournalShop, slug: string): Promise<Article | undefined> {
  return (await publishedArticles(shop)).find((article) => article.slug === slug);
}

/** Returns up to five published articles that match a search term. */
export async function searchArticles(shop: JournalShop, term: string): Promise<{ slug: string; name: string }[]> {
  const read = async () => (await articlesWithScheduled(shop)).map(articleWords);
  return matchingArticles(onlyPublished(await contentOf(shop.db).memo('article words', read), shop.now()), term);
}

/** Returns articles with their texts as HTML, in the given order. */
export async function renderArticles(
  articles: readonly (readonly [slug: string, article: ArticleDocument])[],
  settings: ShopSettings,
): Promise<Article[]> {
  const texts = articles.map(([, { body }]) => body);
  const renderedTexts = await renderMarkdown(texts, settings);
  return articles.flatMap(([slug, { body: _body, title, ...rest }], index) => {
    const renderedText = renderedTexts[index];
    if (!renderedText) return [];
    const text = plainText(withoutProducts(renderedText.html));
    return [
      { ...rest, ...renderedText, slug, name: title, text, excerpt: cutContent(text), minutes: readingMinutes(text) },
    ];
  });
}

const MAX_HITS = 5;

type ArticleWords = ReturnType<typeof articleWords>;

/**
 * Prepares an article for searching: returns the sorted words of its name and tags, and of its name and text. Splitting
 * the texts of all articles for each search would take longer than searching the products.
 */
export function articleWords({ slug, name, publishAt, tags, text }: Article) {
  const nameAndTags = plainWords(`${name} ${tags.join(' ')}`).sort();
  const nameAndText = plainWords(`${name} ${text}`).sort();
  return { slug, name, publishAt, nameAndTags, nameAndText };
}

/**
 * Returns up to five articles in which each word of `term` begins a word: first the articles in which these words are
 * in the name or the tags, and then the articles in which they are in the name or the text.
 */
export function matchingArticles(articles: readonly ArticleWords[], term: string): { slug: string; name: string }[] {
  const wordsOfTerm = queryWords(term);
  if (wordsOfTerm.length === 0) return [];
  const matchesInNameAndTags = articles.filter(({ nameAndTags }) =>
    wordsOfTerm.every((word) => hasWordWithPrefix(nameAndTags, word)),
  );
  const matchesInNameAndText = articles.filter(
    (article) =>
      !matchesInNameAndTags.includes(article) &&
      wordsOfTerm.every((word) => hasWordWithPrefix(article.nameAndText, word)),
  );
  return [...matchesInNameAndTags, ...matchesInNameAndText]
    .slice(0, MAX_HITS)
    .map(({ slug, name }) => ({ slug, name }));
}

function hasWordWithPrefix(words: readonly string[], prefix: string): boolean {
  const start = firstIndex(words.length, (index) => words[index]! >= prefix);
  return words[start]?.startsWith(prefix) ?? false;
}

const NOTE_NAME = 'excerpts';
/** Increase this after changing the fields of summaries, the rendering of articles or the length of their excerpts. */
const SUMMARY_VERSION = 2;

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
  const storedNote = note && (JSON.parse(note.value) as { fingerprint: string; summaries: StoredSummary[] });
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
