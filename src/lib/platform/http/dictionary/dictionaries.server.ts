import type { IncomingHttpHeaders } from 'node:http';
import type { ContentCoding, PageDictionaries } from '#lib/platform/http/encoding/content-coding.server.ts';
import type { Dictionary } from '#lib/platform/http/encoding/dictionary.server.ts';

export const DICTIONARY_PATH = '/dictionary/';
/** `dcz` must be listed with a weight above zero: `*` does not mean that the client can decode it. */
const LISTS_DCZ = /(^|,)\s*dcz\s*(;\s*q=(1(\.0{0,3})?|0\.\d{0,2}[1-9]\d{0,2})\s*)?(,|$)/i;
/** Other sites must not learn how well a page of the shop compresses. */
const TRUSTED_FETCH_SITES = new Set<unknown>(['same-origin', 'none']);

/** Returns whether a response to this request may be compressed with a dictionary that the client has. */
export function acceptsDictionary(headers: IncomingHttpHeaders): boolean {
  return TRUSTED_FETCH_SITES.has(headers['sec-fetch-site']) && LISTS_DCZ.test(String(headers['accept-encoding']));
}

/** The dictionaries of this process, and which of them a request may use. */
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
   * Makes pages link to this dictionary. Browsers with an earlier dictionary use it until they have loaded this one.
   */
  makeCurrent(dictionary: Dictionary): void {
    this.add(dictionary);
    this.#currentDictionary = dictionary;
  }

  has(id: string): boolean {
    return [...this.#codings.values()].some((coding) => coding.dictionary?.id === id);
  }

  /** Deletes all dictionaries except these and the current one. */
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

  /** Returns a link from the second page of a visit on, so that a visit to a single page downloads no dictionary. */
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
