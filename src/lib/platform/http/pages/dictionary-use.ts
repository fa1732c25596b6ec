import type { OutgoingHttpHeaders } from 'node:http';
import type { AstroGlobal } from 'astro';

/**
 * The responses that may be compressed with a page as their dictionary. A page that contains text written by
 * visitors, such as reviews, is a dictionary only for pages that are the same for every visitor: the length of a
 * compressed personal page must not reveal whether it contains the same text.
 */
export type DictionaryUse = 'all pages' | 'shared pages';

/** The header from a page to the HTTP front, which removes it before it sends the response. */
export const DICTIONARY_USE_HEADER = 'dictionary-use';

/**
 * Lets browsers use a shared page as a compression dictionary. `isQueryKnown` means that the page has checked that the
 * shop knows all values in the query. Without it, does nothing for a URL with a query, because another site may have
 * chosen the query.
 */
export function offerAsDictionary(
  { url, response }: Pick<AstroGlobal, 'url' | 'response'>,
  use: DictionaryUse,
  { isQueryKnown = false }: { isQueryKnown?: boolean } = {},
): void {
  if (url.search === '' || isQueryKnown) response.headers.set(DICTIONARY_USE_HEADER, use);
}

export function readDictionaryUse(headers: OutgoingHttpHeaders): DictionaryUse | undefined {
  const use = headers[DICTIONARY_USE_HEADER];
  return use === 'all pages' || use === 'shared pages' ? use : undefined;
}
