import type { APIContext } from 'astro';
import { type DictionaryUse, offerAsDictionary } from '#lib/platform/http/pages/dictionary-use.ts';

/** Marks a page that is the same for every visitor, so that it may be cached. */
export interface SharedPage {
  /** The query parameters that the page reads. All other parameters are ignored. */
  params: readonly string[];
}

/**
 * How long a page may be cached, in seconds. Tags invalidate a changed page within a second, so this time matters only
 * if a page lacks a tag.
 */
export const PAGE_LIFE = { maxAge: 300, swr: 3_600 } as const;

/** Lets a page be cached until one of its tags is invalidated, and be used as a dictionary (`offerAsDictionary`). */
export function sharePage(
  page: Pick<APIContext, 'cache'> & Parameters<typeof offerAsDictionary>[0],
  tags: string[],
  use: DictionaryUse,
  options?: Parameters<typeof offerAsDictionary>[2],
): void {
  page.cache.set({ ...PAGE_LIFE, tags });
  offerAsDictionary(page, use, options);
}
