import { createHash } from 'node:crypto';
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import type { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type { ChunkSource } from '#lib/feeds/chunks.ts';
import { isProductSitemap, sitemapIndex } from '#lib/feeds/sitemaps.server.ts';
import { codeOf } from '#lib/platform/errors/error-code.ts';
import type { RequestHandler } from '#lib/platform/http/front-options.server.ts';
import type { Shop } from '#lib/platform/shop.server.ts';

const STREAMS_AT_ONCE = 4;

export function isFeedPath(path: string): boolean {
  return path === '/sitemap-index.xml' || path === '/feeds/google.xml' || SITEMAP.test(path);
}

/** Streams past Astro, which would hold each answer whole in memory. */
export function feedsHandler(shop: Shop, source: ChunkSource): RequestHandler {
  let running = 0;
  return async (req, res) => {
    const path = pathOf(req);
    if (!isFeedPath(path)) return false;
    if (running >= STREAMS_AT_ONCE) {
      res.writeHead(503, { 'retry-after': '10', 'content-type': 'text/plain; charset=utf-8' }).end('Too many at once');
      return true;
    }
    running++;
    try {
      await answer(shop, source, req, res);
    } finally {
      running--;
    }
    return true;
  };
}
const SITEMAP = /^\/sitemap-products-(\d{1,6})\.xml$/;

async function answer(shop: Shop, source: ChunkSource, req: IncomingMessage, res: ServerResponse): Promise<void> {
  const path = pathOf(req);
  const chunks = await shop.db.context.allowingStale(() => chunksAt(shop, source, path));
  if (!chunks) {
    res
      .writeHead(404, { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' })
      .end('No such sitemap');
    return;
  }
  const isZipped = /\bgzip\b/.test(String(req.headers['accept-encoding'] ?? ''));
  res.writeHead(200, {
    'content-type': 'application/xml; charset=utf-8',
    'cache-control': 'no-cache',
    'content-security-policy': "default-src 'none'",
    vary: 'accept-encoding',
    ...(isZipped ? { 'content-encoding': 'gzip' } : {}),
    ...(Array.isArray(chunks) ? wholeHeaders(Buffer.concat(chunks), isZipped) : {}),
  });
  if (req.method === 'HEAD') return void res.end();
  try {
    await (isZipped ? sendZipped(chunks, res) : send(chunks, res));
  } catch (error) {
    // Closes the connection early, so that nobody takes the part for the whole.
    if (!res.destroyed) res.destroy();
    if (!(error instanceof ReaderGone) && codeOf(error) !== 'ERR_STREAM_PREMATURE_CLOSE')
      shop.log.error({ err: error, path }, 'a stream broke off');
  }
}

/** Of an answer that is in memory before it is sent. The tag is weak, as it is the same for both encodings. */
function wholeHeaders(body: Buffer, isZipped: boolean): OutgoingHttpHeaders {
  const etag = `W/"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`;
  return isZipped ? { etag } : { etag, 'content-length': body.length };
}

async function sendZipped(chunks: Chunks, res: ServerResponse): Promise<void> {
  const zip = createGzip({ level: 4 });
  await Promise.all([send(chunks, zip), pipeline(zip, res)]);
}

/** All chunks use the same memory, so the next is asked for only when this one is sent. */
async function send(chunks: Chunks, to: Writable): Promise<void> {
  for await (const chunk of chunks) await written(chunk, to);
  to.end();
}

function written(chunk: Uint8Array, to: Writable): Promise<void> {
  return new Promise((resolve, reject) => {
    const fail = () => reject(new ReaderGone());
    to.once('close', fail);
    to.write(chunk, (error) => {
      to.off('close', fail);
      if (error) fail();
      else resolve();
    });
  });
}

class ReaderGone extends Error {}

type Chunks = AsyncIterable<Uint8Array> | Iterable<Uint8Array>;

async function chunksAt(shop: Shop, source: ChunkSource, path: string): Promise<Chunks | undefined> {
  if (path === '/sitemap-index.xml') return [Buffer.from(await sitemapIndex(shop))];
  if (path === '/feeds/google.xml') return source({ what: 'feed' });
  const number = Number(SITEMAP.exec(path)?.[1]);
  return (await isProductSitemap(shop, number)) ? source({ what: 'sitemap', number }) : undefined;
}

function pathOf(req: IncomingMessage): string {
  return req.url?.split('?', 1)[0] ?? '';
}
