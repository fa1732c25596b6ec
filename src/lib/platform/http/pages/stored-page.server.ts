import { crc32 } from 'node:zlib';
import { joinRunning } from '#lib/platform/concurrency/join-running.ts';
import { type Compressor, decompress, type Effort } from '#lib/platform/http/encoding/compressor.server.ts';
import { type ContentCoding, IDENTITY } from '#lib/platform/http/encoding/content-coding.server.ts';
import {
  DICTIONARY_USE_HEADER,
  type DictionaryUse,
  readDictionaryUse,
} from '#lib/platform/http/pages/dictionary-use.ts';
import type { RenderedResponse } from '#lib/platform/http/pages/rendered-response.server.ts';

/**
 * Headers of the rendered response that are not sent: they are for the cache, or are set again for each page or body.
 */
const UNSENT_HEADERS = new Set([
  'cdn-cache-control',
  'cache-tag',
  'cache-control',
  'vary',
  'etag',
  'content-length',
  'connection',
  DICTIONARY_USE_HEADER,
]);

/** The maximum number of stored bodies of a page that are compressed with a dictionary. */
const MAX_DICTIONARY_BODIES = 4;

/** How long a page may be sent from the cache. */
export interface CacheDirectives {
  /** How long the page is fresh, in seconds. */
  maxAge: number;
  /** How long after `maxAge` the stale page may be sent while it is rendered again, in seconds. */
  swr: number;
  tags: string[];
}

export interface EncodedBody {
  coding: ContentCoding;
  body: Buffer;
  /** A flat list of names and values, as `writeHead` accepts it. */
  headers: string[];
  /** The headers of the body if the page is offered as a dictionary. Set at the first offer. */
  dictionaryHeaders?: string[];
}

export interface StoredPage {
  status: number;
  /** The entity tag of all bodies without a dictionary. */
  etag: string;
  /** The length of the body without a coding. */
  plainLength: number;
  tags: string[];
  /** When the page becomes stale, on the cache's clock. A stale page is sent, and also rendered again. */
  freshUntil: number;
  /** When the page must no longer be sent, on the cache's clock. */
  staleUntil: number;
  commonHeaders: string[];
  /** The headers of a 304, without those that describe a body (RFC 9110, 15.4.5). */
  notModifiedHeaders: string[];
  /** The bodies that exist, by the key of their coding. */
  bodies: Map<string, EncodedBody>;
  pendingBodies: Map<string, Promise<EncodedBody>>;
  hits: number;
  /** The responses that may be compressed with this page. Undefined if the page is not a dictionary. */
  dictionaryUse: DictionaryUse | undefined;
  /** The header `Available-Dictionary` of browsers that have this page, once it has been offered as a dictionary. */
  dictionaryKey?: string;
}

/** Prepares a rendered page for sending. If `directives` is undefined, the page must not be cached. */
export function finishPage(
  response: RenderedResponse,
  directives: CacheDirectives | undefined,
  now: number,
  extraHeaders: string[],
): StoredPage {
  const etag = `W/"${response.body.length.toString(36)}-${crc32(response.body).toString(36)}"`;
  const pageHeaders = Object.entries(response.headers)
    .filter(([name, value]) => value !== undefined && !UNSENT_HEADERS.has(name))
    .map(([name, value]) => [name, String(value)] as const);
  const commonHeaders = [...pageHeaders.flat(), ...extraHeaders];
  const freshUntil = now + (directives?.maxAge ?? 0) * 1000;
  const page: StoredPage = {
    status: response.status,
    etag,
    plainLength: response.body.length,
    tags: directives?.tags ?? [],
    freshUntil,
    staleUntil: freshUntil + (directives?.swr ?? 0) * 1000,
    commonHeaders,
    notModifiedHeaders: [...pageHeaders.filter(([name]) => name !== 'content-type').flat(), ...extraHeaders],
    bodies: new Map(),
    pendingBodies: new Map(),
    hits: 0,
    dictionaryUse: readDictionaryUse(response.headers),
  };
  page.bodies.set(IDENTITY.key, newBody(page, IDENTITY, response.body));
  return page;
}

/** Returns the body in this coding. Creates the body if it does not exist yet. */
export function encodedBody(
  page: StoredPage,
  coding: ContentCoding,
  compressor: Compressor,
  effort: Effort = 'first',
): Promise<EncodedBody> {
  const readyBody = page.bodies.get(coding.key);
  if (readyBody) return Promise.resolve(readyBody);
  return joinRunning(page.pendingBodies, coding.key, async () => {
    const plainBytes = await plainBody(page);
    const body = newBody(page, coding, await compressor.compress(plainBytes, coding, effort));
    if (coding === IDENTITY) return body;
    if (coding.dictionary) deleteOldestDictionaryBody(page);
    page.bodies.set(coding.key, body);
    return body;
  });
}

function deleteOldestDictionaryBody({ bodies }: StoredPage): void {
  const keys = [...bodies.values()].filter(({ coding }) => coding.dictionary).map(({ coding }) => coding.key);
  const [oldestKey] = keys;
  if (oldestKey !== undefined && keys.length >= MAX_DICTIONARY_BODIES) bodies.delete(oldestKey);
}

/** Returns the body of a page, without a coding. Throws if the page has no body. */
export async function plainBody({ bodies }: StoredPage): Promise<Buffer> {
  const [firstBody] = bodies.values();
  const storedBody = bodies.get(IDENTITY.key) ?? firstBody;
  if (!storedBody) throw new Error('a page has no body');
  return decompress(storedBody.body, storedBody.coding);
}

/**
 * Returns a body with its headers. A body with a dictionary has an entity tag of its own: a browser that has lost the
 * dictionary can't decode its cached copy, so a 304 must not refer to that copy.
 */
export function newBody(page: StoredPage, coding: ContentCoding, body: Buffer): EncodedBody {
  const encoding = coding === IDENTITY ? [] : ['content-encoding', coding.name];
  const headers = [
    ...encoding,
    ...page.commonHeaders,
    'etag',
    etagFor(page, coding),
    'content-length',
    String(body.length),
  ];
  return { coding, body, headers };
}

export function etagFor({ etag }: StoredPage, { dictionary }: ContentCoding): string {
  return dictionary ? `${etag.slice(0, -1)}-${dictionary.id.slice(0, 16)}"` : etag;
}
