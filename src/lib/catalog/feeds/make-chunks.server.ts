import type { ChunkRequest, ChunkSource, FeedShop } from '#lib/catalog/feeds/chunks.ts';
import { merchantFeed } from '#lib/catalog/feeds/merchant-feed.server.ts';
import { productSitemap } from '#lib/catalog/feeds/sitemaps.server.ts';

const CHUNK_CHARACTERS = 64 * 1024;

/** Returns a source that generates feeds and sitemaps in the current thread. */
export function localChunkSource(shop: FeedShop): ChunkSource {
  return async function* chunks(request) {
    for await (const text of textChunks(shop, request)) yield Buffer.from(text);
  };
}

/** Yields the text of a feed or sitemap in chunks of at least 64 Ki characters, except for the last chunk. */
export async function* textChunks(shop: FeedShop, request: ChunkRequest): AsyncGenerator<string> {
  let buffer = '';
  for await (const part of request.kind === 'feed' ? merchantFeed(shop) : productSitemap(shop, request.number)) {
    buffer += part;
    if (buffer.length < CHUNK_CHARACTERS) continue;
    yield buffer;
    buffer = '';
  }
  yield buffer;
}
