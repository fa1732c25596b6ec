import { hash } from 'node:crypto';
import type { IncomingMessage, OutgoingHttpHeaders } from 'node:http';
import type { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { BufferedResponse } from '#lib/catalog/feeds/buffered-response.server.ts';
import type { ChunkSource } from '#lib/catalog/feeds/chunks.ts';
import { merchantFeedState } from '#lib/catalog/feeds/merchant-feed.server.ts';
import { productSitemapState, sitemapIndex } from '#lib/catalog/feeds/sitemaps.server.ts';
import type { StaleReads } from '#lib/platform/db/query/query-context.server.ts';
import { PRIMARY } from '#lib/platform/db/query/query-context.server.ts';
import { codeOf } from '#lib/platform/errors/error-code.ts';
import { isNotModified } from '#lib/platform/http/encoding/conditional.server.ts';
import { acceptedEncodings } from '#lib/platform/http/encoding/content-coding.server.ts';
import type { RequestHandler } from '#lib/platform/http/request-handler.ts';
import type { Shop } from '#lib/platform/shop.server.ts';

const MAX_STREAMS = 4;
const PLAIN_TEXT = 'text/plain; charset=utf-8';

export function isFeedOrSitemapPath(path: string): boolean {
  return path === '/sitemap-index.xml' || path === '/feeds/google.xml' || PRODUCT_SITEMAP_PATH.test(path);
}

/**
 * Returns a handler that answers requests for the merchant feed, the sitemap index and the sitemaps of products. The
 * handler does not use Astro, which would buffer the whole response. `version` is the version of the program.
 */
export function feedAndSitemapHandler(shop: Shop, source: ChunkSource, version: string): RequestHandler {
  let activeStreams = 0;
  return async (req, res) => {
    const path = pathOf(req);
    if (!isFeedOrSitemapPath(path)) return false;
    const reads: StaleReads = {};
    const file = await shop.db.context.withStaleReads(() => xmlFileAt(shop, source, path), reads);
    if (!file) {
      res.writeHead(404, { 'content-type': PLAIN_TEXT, 'cache-control': 'no-store' }).end('No such sitemap');
      return true;
    }
    const headers = commonHeaders(file, [version, shop.settings.siteUrl]);
    if (isNotModified(req.headers, headers)) res.writeHead(304, headers).end();
    else if (req.method === 'HEAD') res.writeHead(200, { ...headers, ...bodyHeaders(req) }).end();
    else if (activeStreams >= MAX_STREAMS)
      res.writeHead(503, { 'retry-after': '10', 'content-type': PLAIN_TEXT }).end('Too many requests');
    else {
      activeStreams++;
      // The standby may lag behind the primary, and the body must not be older than its entity tag.
      if (reads.server === PRIMARY) shop.db.standby?.recordChanges();
      await sendXmlFile(shop, file, req, new BufferedResponse(res, { ...headers, ...bodyHeaders(req) })).finally(() => {
        activeStreams--;
      });
    }
    return true;
  };
}
const PRODUCT_SITEMAP_PATH = /^\/sitemap-products-(\d{1,6})\.xml$/;

interface XmlFile {
  /** A text that changes whenever the output of `chunks` changes. */
  state: string;
  chunks(): Chunks;
}

type Chunks = AsyncIterable<Uint8Array> | Iterable<Uint8Array>;

async function xmlFileAt(shop: Shop, source: ChunkSource, path: string): Promise<XmlFile | undefined> {
  if (path === '/sitemap-index.xml') {
    const index = await sitemapIndex(shop);
    return { state: index, chunks: () => [Buffer.from(index)] };
  }
  if (path === '/feeds/google.xml')
    return { state: await merchantFeedState(shop), chunks: () => source({ kind: 'feed' }) };
  const number = Number(PRODUCT_SITEMAP_PATH.exec(path)?.[1]);
  const state = await productSitemapState(shop, number);
  return state === undefined ? undefined : { state, chunks: () => source({ kind: 'sitemap', number }) };
}

/**
 * Returns the headers that all responses about a file have. The entity tag is weak, because all encodings share the
 * tag.
 */
function commonHeaders({ state }: XmlFile, dependencies: string[]) {
  const digest = hash('sha256', JSON.stringify([...dependencies, state]), 'base64url').slice(0, 22);
  return {
    etag: `W/"${digest}"`,
    'cache-control': 'no-cache',
    'content-security-policy': "default-src 'none'",
    vary: 'accept-encoding',
  };
}

function bodyHeaders(req: IncomingMessage): OutgoingHttpHeaders {
  return {
    'content-type': 'application/xml; charset=utf-8',
    ...(acceptsGzip(req) ? { 'content-encoding': 'gzip' } : {}),
  };
}

function acceptsGzip({ headers }: IncomingMessage): boolean {
  return acceptedEncodings(headers).includes('gzip');
}

async function sendXmlFile(shop: Shop, { chunks }: XmlFile, req: IncomingMessage, to: BufferedResponse): Promise<void> {
  try {
    await (acceptsGzip(req) ? sendGzipped(chunks(), to) : send(chunks(), to));
  } catch (error) {
    // This aborts the connection, so that clients do not mistake a partial response for a complete response.
    to.destroy();
    if (!(error instanceof ClientDisconnected) && codeOf(error) !== 'ERR_STREAM_PREMATURE_CLOSE')
      shop.log.error({ err: error, path: pathOf(req) }, 'feed stream failed');
  }
}

async function sendGzipped(chunks: Chunks, to: Writable): Promise<void> {
  const gzip = createGzip({ level: 4 });
  await Promise.all([send(chunks, gzip), pipeline(gzip, to)]);
}

/** Sends chunks. All chunks share one buffer, so each chunk must be sent before the next chunk is requested. */
async function send(chunks: Chunks, to: Writable): Promise<void> {
  for await (const chunk of chunks) await write(chunk, to);
  to.end();
}

function write(chunk: Uint8Array, to: Writable): Promise<void> {
  return new Promise((resolve, reject) => {
    const fail = () => reject(new ClientDisconnected());
    to.once('close', fail);
    to.write(chunk, (error) => {
      to.off('close', fail);
      if (error) fail();
      else resolve();
    });
  });
}

class ClientDisconnected extends Error {}

function pathOf(req: IncomingMessage): string {
  return req.url?.split('?', 1)[0] ?? '';
}
