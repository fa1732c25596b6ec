import { plainWords, queryWords } from '#lib/catalog/search/text-words.ts';
import type { Article } from '#lib/content/content/journal/journal.ts';
import { firstIndex } from '#lib/primitives/binary-search.ts';

const MAX_HITS = 5;

/**
 * An article prepared for searching, because splitting the texts of all articles for each search would take longer than
 * searching the products.
 */
export interface ArticleWords {
  slug: string;
  name: string;
  publishAt: number | undefined;
  /** The words of the name and the tags, sorted. */
  nameAndTags: string[];
  /** The words of the name and the text, sorted. */
  nameAndText: string[];
}

export function articleWords({ slug, name, publishAt, tags, text }: Article): ArticleWords {
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
