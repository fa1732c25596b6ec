import { queryWords, searchWords } from '#lib/catalog/search/search-words.ts';
import type { Article } from '#lib/content/content/blog/blog.ts';
import { firstIndex } from '#lib/primitives/binary-search.ts';

const HITS_SHOWN = 5;

/**
 * A post prepared for searching: splitting the texts of all posts for each search would take longer than searching the
 * products.
 */
export interface PostWords {
  slug: string;
  name: string;
  publishAt: number | undefined;
  /** The words of its name and tags, and all its words. Both lists are sorted. */
  leading: string[];
  all: string[];
}

export function postWords({ slug, name, publishAt, tags, text }: Article): PostWords {
  const leading = searchWords(`${name} ${tags.join(' ')}`).sort();
  return { slug, name, publishAt, leading, all: searchWords(`${name} ${text}`).sort() };
}

/** Posts in which every word of `term` is the start of a word; matches in the name or a tag come first. */
export function matchingPosts(posts: readonly PostWords[], term: string): { slug: string; name: string }[] {
  const wordsOfTerm = queryWords(term);
  if (wordsOfTerm.length === 0) return [];
  const named = posts.filter(({ leading }) => wordsOfTerm.every((word) => hasWordWithPrefix(leading, word)));
  const others = posts.filter(
    (post) => !named.includes(post) && wordsOfTerm.every((word) => hasWordWithPrefix(post.all, word)),
  );
  return [...named, ...others].slice(0, HITS_SHOWN).map(({ slug, name }) => ({ slug, name }));
}

function hasWordWithPrefix(words: readonly string[], prefix: string): boolean {
  const at = firstIndex(words.length, (index) => words[index]! >= prefix);
  return words[at]?.startsWith(prefix) ?? false;
}
