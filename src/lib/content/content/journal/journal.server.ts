import { withoutProducts } from '#lib/content/content/journal/article-parts.ts';
import { type ArticleWords, articleWords, matchingArticles } from '#lib/content/content/journal/article-search.ts';
import { type Article, type ArticleSummary, newestFirst, onlyPublished } from '#lib/content/content/journal/journal.ts';
import { readingMinutes } from '#lib/content/content/journal/reading-time.ts';
import { storedSummaries } from '#lib/content/content/journal/stored-summaries.server.ts';
import { cutContent } from '#lib/content/content/texts/cut-text.ts';
import { renderMarkdown } from '#lib/content/content/texts/markdown.server.ts';
import { ARTICLES } from '#lib/content/content/texts/texts.schema.ts';
import { contentOf } from '#lib/platform/content/content.server.ts';
import { plainText } from '#lib/platform/html/plain-text.ts';
import type { Shop } from '#lib/platform/shop.server.ts';
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
  return contentOf(db).memo('articles', () => renderAllArticles(db));
}

/** Returns the published article with this slug; undefined if there is none. */
export async function findArticle(shop: JournalShop, slug: string): Promise<Article | undefined> {
  return (await publishedArticles(shop)).find((article) => article.slug === slug);
}

/** Returns up to five published articles that match a search term. */
export async function searchArticles(shop: JournalShop, term: string): Promise<{ slug: string; name: string }[]> {
  return matchingArticles(onlyPublished(await allArticleWords(shop), shop.now()), term);
}

function allArticleWords(shop: Pick<Shop, 'db'>): Promise<ArticleWords[]> {
  return contentOf(shop.db).memo('article words', async () => (await articlesWithScheduled(shop)).map(articleWords));
}

async function renderAllArticles(db: Shop['db']): Promise<Article[]> {
  return newestFirst(await renderArticles([...contentOf(db).visibleIn(ARTICLES)], shopSettings(db)));
}

type ArticleDocument = ReturnType<typeof ARTICLES.schema.parse>;

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
