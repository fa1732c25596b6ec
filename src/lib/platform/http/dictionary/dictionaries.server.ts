import type { IncomingHttpHeaders } from 'node:http';
import type { ContentCoding, PageDictionaries } from '#lib/platform/http/encoding/content-coding.server.ts';
import type { Dictionary } from '#lib/platform/http/encoding/dictionary.server.ts';

export const DICTIONARY_PATH = '/dictionary/';
/**
 * Matches `dcz` with a weight above zero. `*` does not match, because it does not mean that the client can decode
 * `dcz`.
 */
const LISTS_DCZ = /(^|,)\s*dcz\s*(;\s*q=(1(\.0{0,3})?|0\.\d{0,2}[1-9]\d{0,2})\s*)?(,|$)/i;
/**
 * The sources of requests that may get a dictionary. Other sites must not learn how well a page of the shop compresses.
 */
const TRUSTED_FETCH_SITES = new Set<unknown>(['same-origin', 'none']);

/** Returns whether a response to this request may be compressed with a dictionary that the client has. */
export function acceptsDictionary(headers: IncomingHttpHeaders): boolean {
  return TRUSTED_FETCH_SITES.has(headers['sec-fetch-site']) && LISTS_DCZ.test(String(headers['accept-encoding']));
}

/** The dictionaries of this process. Also decides which dictionary may be used for the response to a request. */
export class Dictionaries implements PageDictionaries {
  readonly vary = 'accept-encoding, available-dictionary, save-data';
  readonly #codings = new Map<string, ContentCoding>();
  #currentDictionary: Dictionary | undefined;

  add(dictionary: Dictionary): void {
    const { availability, id } = dictionary;
    if (!this.#codings.has(availability))
      this.#codings.set(availability, { name: 'dcz', key: `dcz-${id}`, dictionary });
  }

  /**
   * Makes pages link to this dictionary. A browser with an earlier dictionary uses the earlier one until it has loaded
   * this one.
   */
  makeCurrent(dictionary: Dictionary): void {
    this.add(dictionary);
    this.#currentDictionary = dictionary;
  }

  has(id: string): boolean {
    return [...this.#codings.values()].some((coding) => coding.dictionary?.id === id);
  }

  /** Deletes all dictionaries except the current dictionary and those with these ids. */
  retain(ids: ReadonlySet<string>): void {
    for (const [availability, { dictionary }] of this.#codings)
      if (dictionary && dictionary.id !== this.#currentDictionary?.id && !ids.has(dictionary.id))
        this.#codings.delete(availability);
  }

  codingFor(headers: IncomingHttpHeaders): ContentCoding | undefined {
    const availability = headers['available-dictionary'];
    if (availability === undefined || !acceptsDictionary(headers)) return undefined;
    return this.#codings.get(String(availability));
  }

  /**
   * Returns a link to the current dictionary, but only from the second page of a visit on, so that a visit to a single
   * page downloads no dictionary. Returns undefined if the browser has the dictionary already or does not support any.
   */
  linkFor(headers: IncomingHttpHeaders): string | undefined {
    if (
      !this.#currentDictionary ||
      headers['sec-fetch-site'] !== 'same-origin' ||
      headers['sec-fetch-dest'] !== 'document'
    )
      return undefined;
    // Browsers that support dictionaries send this header.
    if (headers['sec-ch-ua'] === undefined) return undefined;
    const { id, availability } = this.#currentDictionary;
    if (headers['available-dictionary'] === availability) return undefined;
    return `<${DICTIONARY_PATH}${id}>; rel="compression-dictionary"`;
  }
}
