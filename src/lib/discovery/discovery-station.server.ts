import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { merchantFeed } from '#lib/discovery/merchant-feed.server.ts';
import { productSitemap, sitemapIndex } from '#lib/discovery/sitemaps.server.ts';
import type { Station } from '#lib/http/front.server.ts';
import type { Shop } from '#lib/shop/shop.server.ts';

/** Long answers are made at most this many at a time; robots come back when told to. */
const STREAMS_AT_ONCE = 4;
const CHARACTERS_A_WRITE = 64 * 1024;

/** Sitemaps and the feed are streamed past Astro, which would hold each whole in memory. */
export function discoveryStation(shop: Shop): Station {
  let running = 0;
  return async (req, res) => {
    const path = req.url?.split('?', 1)[0] ?? '';
    if (req.method !== 'GET' && req.method !== 'HEAD') return false;
    if (path !== '/sitemap-index.xml' && path !== '/feeds/google.xml' && !SITEMAP.test(path)) return false;
    if (running >= STREAMS_AT_ONCE) {
      res.writeHead(503, { 'retry-after': '10', 'content-type': 'text/plain' }).end('Too many at once');
      return true;
    }
    running++;
    try {
      await answer(shop, path, req, res);
    } finally {
      running--;
    }
    return true;
  };
}
const SITEMAP = /^\/sitemap-products-(\d{1,6})\.xml$/;

async function answer(shop: Shop, path: string, req: IncomingMessage, res: ServerResponse): Promise<void> {
  const pieces = await piecesOf(shop, path);
  if (!pieces) {
    res.writeHead(404, { 'content-type': 'text/plain', 'cache-control': 'no-store' }).end('No such sitemap');
    return;
  }
  const isZipped = /\bgzip\b/.test(String(req.headers['accept-encoding'] ?? ''));
  res.writeHead(200, {
    'content-type': 'application/xml; charset=utf-8',
    'cache-control': 'no-cache',
    'content-security-policy': "default-src 'none'",
    vary: 'accept-encoding',
    ...(isZipped ? { 'content-encoding': 'gzip' } : {}),
  });
  if (req.method === 'HEAD') return void res.end();
  const source = Readable.from(gathered(pieces), { objectMode: false });
  try {
    await (isZipped ? pipeline(source, createGzip({ level: 4 }), res) : pipeline(source, res));
  } catch (error) {
    // The connection is closed half way, so nobody takes the rest for the whole.
    if (!res.destroyed) res.destroy();
    const isReaderGone = error instanceof Error && 'code' in error && error.code === 'ERR_STREAM_PREMATURE_CLOSE';
    if (!isReaderGone) shop.log.error({ err: error, path }, 'a stream broke off');
  }
}

async function piecesOf(shop: Shop, path: string): Promise<AsyncIterable<string> | Iterable<string> | undefined> {
  if (path === '/sitemap-index.xml') return [await sitemapIndex(shop)];
  if (path === '/feeds/google.xml') return merchantFeed(shop);
  return productSitemap(shop, Number(SITEMAP.exec(path)?.[1]));
}

/** Many small pieces cost more to hand on than to make. */
async function* gathered(pieces: AsyncIterable<string> | Iterable<string>): AsyncGenerator<Buffer> {
  let held = '';
  for await (const piece of pieces) {
    held += piece;
    if (held.length < CHARACTERS_A_WRITE) continue;
    yield Buffer.from(held);
    held = '';
  }
  yield Buffer.from(held);
}
