import type { IncomingHttpHeaders } from 'node:http';
import { LRUCache } from 'lru-cache';
import { availableDictionary } from '#lib/platform/http/dictionary/available-dictionary.server.ts';
import type { ContentCoding, DictionaryCodings } from '#lib/platform/http/encoding/content-coding.server.ts';
import { newDictionary } from '#lib/platform/http/encoding/dictionary.server.ts';
import type { DictionaryUse } from '#lib/platform/http/pages/dictionary-use.ts';
import { plainBody, type StoredPage } from '#lib/platform/http/pages/stored-page.server.ts';
import type { Settings } from '#lib/platform/settings/settings.server.ts';

/** Enough for about 90 pages. */
const MAX_BYTES = 8_000_000;
/** How long browsers may use a page as a dictionary, in seconds. */
const MAX_AGE_S = 7 * 24 * 3600;
/**
 * The smallest size of a page that replaces a browser's dictionary, as a share of the dictionary's size. A smaller page
 * has less in common with other pages.
 */
const MIN_REPLACEMENT_SIZE = 0.9;

/**
 * The headers of a page that becomes a dictionary for pages, whether the browser opens them or a script fetches them. A
 * dictionary must be fresh (RFC 9842, 2.2.1), so the page must not be `no-cache`. Instead, `Vary: *` makes the
 * browser ask the shop each time before it shows its copy (RFC 9111, 4.1).
 */
const DICTIONARY_HEADERS = [
  ...['cache-control', `private, max-age=${MAX_AGE_S}`],
  ...['vary', '*'],
  ...['use-as-dictionary', 'match="/*", match-dest=("document" "")'],
];

/**
 * The pages that browsers have as dictionaries. After a restart, or if another process sent the page, this process does
 * not know a browser's dictionary: the next page is sent without one, and becomes the new dictionary.
 */
export class PageDictionaries implements DictionaryCodings {
  /** The `Vary` header of pages that are not dictionaries. */
  readonly vary: string;
  /** False if a CDN caches pages, because it could send a page in a coding that the client can't decode. */
  readonly isEnabled: boolean;
  readonly #dictionaries = new LRUCache<string, PageDictionary>({
    maxSize: MAX_BYTES,
    sizeCalculation: ({ bytes }) => bytes,
  });

  constructor(settings: Pick<Settings, 'isCompressionDictionaryOn' | 'isPageCacheOn'>) {
    this.isEnabled = settings.isCompressionDictionaryOn && settings.isPageCacheOn;
    this.vary = this.isEnabled ? 'accept-encoding, available-dictionary, save-data' : 'accept-encoding, save-data';
  }

  codingFor(headers: IncomingHttpHeaders, { isPersonal = false } = {}): ContentCoding | undefined {
    const dictionary = this.#dictionaryOf(headers);
    return isPersonal && dictionary?.use !== 'all pages' ? undefined : dictionary?.coding;
  }

  /**
   * Returns whether the page becomes the dictionary of this browser, instead of the one that the browser has. Only
   * browsers based on Chromium, which send `Sec-CH-UA`, support dictionaries.
   */
  isOffered(headers: IncomingHttpHeaders, { status, dictionaryUse, plainLength }: StoredPage): boolean {
    if (!this.isEnabled || status !== 200 || dictionaryUse === undefined) return false;
    if (headers['sec-ch-ua'] === undefined || headers['sec-fetch-mode'] !== 'navigate') return false;
    const existingDictionary = this.#dictionaryOf(headers);
    if (!existingDictionary) return true;
    const isForFewerPages = existingDictionary.use === 'all pages' && dictionaryUse === 'shared pages';
    return !isForFewerPages && plainLength >= MIN_REPLACEMENT_SIZE * existingDictionary.bytes;
  }

  has({ dictionaryKey }: StoredPage): boolean {
    return dictionaryKey !== undefined && this.#dictionaries.get(dictionaryKey) !== undefined;
  }

  /** Remembers a page that is offered as a dictionary. Call it before the page is sent. */
  async add(page: StoredPage): Promise<void> {
    const { dictionaryUse: use } = page;
    if (use === undefined) return;
    // A copy, because the body may be part of a larger buffer.
    const dictionary = newDictionary(Buffer.from(await plainBody(page)));
    const { id, availability, bytes } = dictionary;
    page.dictionaryKey = availability;
    if (this.has(page)) return;
    const coding: ContentCoding = { name: 'dcz', key: `dcz-${id}`, dictionary };
    this.#dictionaries.set(availability, { coding, use, bytes: bytes.length });
  }

  /** Returns the dictionary that the browser has, if this process knows it and may use it for the response. */
  #dictionaryOf(headers: IncomingHttpHeaders): PageDictionary | undefined {
    const availability = availableDictionary(headers);
    return availability === undefined ? undefined : this.#dictionaries.get(availability);
  }
}

/** Returns the headers of a page that is offered as a dictionary. `headers` is a flat list of names and values. */
export function dictionaryHeaders(headers: readonly string[]): string[] {
  const isReplaced = (name = '') => name === 'cache-control' || name === 'vary';
  return [...headers.filter((_, index) => !isReplaced(headers[index - (index % 2)])), ...DICTIONARY_HEADERS];
}

interface PageDictionary {
  coding: ContentCoding;
  use: DictionaryUse;
  bytes: number;
}
