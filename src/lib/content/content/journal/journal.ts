import type { RenderedText } from '#lib/content/content/texts/markdown.server.ts';
import type { ARTICLES } from '#lib/content/content/texts/texts.schema.ts';

/** The time for which the carousel shows an article, in milliseconds. */
export const ARTICLE_SLIDE_MS = 3_000;
export const HOME_ARTICLES = 5;
const WORDS_PER_MINUTE = 200;
const ARTICLES_PER_PAGE = 10;
const MAX_RELATED_ARTICLES = 3;

/** The fields of an article's document, before its text is rendered. */
export type ArticleDocument = ReturnType<typeof ARTICLES.schema.parse>;

export interface ArticleSummary extends Omit<ArticleDocument, 'title' | 'body'> {
  slug: string;
  name: string;
  excerpt: string;
  /** The reading time in minutes. */
  minutes: number;
}

export interface Article extends ArticleSummary, RenderedText {
  text: string;
}

/** Returns the articles that are published at the time `now`. */
export function onlyPublished<A extends Pick<ArticleSummary, 'publishAt'>>(articles: readonly A[], now: number): A[] {
  return articles.filter(({ publishAt = 0 }) => publishAt <= now);
}

export function newestFirst<A extends ArticleSummary>(articles: A[]): A[] {
  return articles.toSorted((a, b) => b.date.getTime() - a.date.getTime() || (a.slug < b.slug ? -1 : 1));
}

export function tagCounts(articles: ArticleSummary[]): { tag: string; count: number }[] {
  const groups = Map.groupBy(
    articles.flatMap(({ tags }) => tags),
    (tag) => tag,
  );
  return [...groups].map(([tag, uses]) => ({ tag, count: uses.length })).sort((a, b) => (a.tag < b.tag ? -1 : 1));
}

export function tagName(tag: string): string {
  const words = tag.replaceAll('-', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Returns a title and a description that no other page of the journal has. */
export function journalHeading(tag: string | undefined, page: number): { title: string; about: string } {
  const pageSuffix = page > 1 ? `, page ${page}` : '';
  const title = tag ? `${tagName(tag)}: the journal` : 'The journal';
  const about = 'How cloth is spun, woven, printed, measured, washed and mended';
  return {
    title: title + pageSuffix,
    about: (tag ? `${about}. Articles on ${tag.replaceAll('-', ' ')}` : about) + pageSuffix,
  };
}

/** Returns the page of articles that a URL requests; the last page if the page number is too high. */
export function journalPage<A extends ArticleSummary>(articles: A[], parameters: URLSearchParams) {
  const tag = parameters.get('tag') || undefined;
  const taggedArticles = tag ? articles.filter(({ tags }) => tags.includes(tag)) : articles;
  const lastPage = Math.max(1, Math.ceil(taggedArticles.length / ARTICLES_PER_PAGE));
  const requestedPage = Number(parameters.get('page'));
  const page = Number.isInteger(requestedPage) ? Math.min(Math.max(requestedPage, 1), lastPage) : 1;
  const shownArticles = taggedArticles.slice((page - 1) * ARTICLES_PER_PAGE, page * ARTICLES_PER_PAGE);
  return { tag, articles: shownArticles, page, lastPage, perPage: ARTICLES_PER_PAGE, total: taggedArticles.length };
}

export function journalHref(tag: string | undefined, page: number): string {
  const parameters = new URLSearchParams({ ...(tag && { tag }), ...(page > 1 && { page: String(page) }) });
  return parameters.size > 0 ? `/blogs?${parameters}` : '/blogs';
}

/** Returns up to three other articles that share the most tags with `article`. If tied, newer articles come first. */
export function relatedArticles(articles: ArticleSummary[], article: ArticleSummary): ArticleSummary[] {
  const sharedTagCount = (other: ArticleSummary) => other.tags.filter((tag) => article.tags.includes(tag)).length;
  return newestFirst(articles.filter(({ slug }) => slug !== article.slug))
    .sort((a, b) => sharedTagCount(b) - sharedTagCount(a))
    .slice(0, MAX_RELATED_ARTICLES);
}

/** Returns the reading time in minutes. */
export function readingMinutes(text: string): number {
  const wordCount = text.split(/\s+/).filter(Boolean).length;
  return Math.max(1, Math.round(wordCount / WORDS_PER_MINUTE));
}
