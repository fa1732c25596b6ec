import type { ChunkSource, Wanted } from '#lib/catalog/feeds/chunks.ts';
import { merchantFeed } from '#lib/catalog/feeds/merchant-feed.server.ts';
import { productSitemap } from '#lib/catalog/feeds/sitemaps.server.ts';
import type { Shop } from '#lib/platform/shop.server.ts';

const CHUNK_CHARACTERS = 64 * 1024;

interface Parts {
  db: Shop['db'];
  settings: Pick<Shop['settings'], 'siteUrl'>;
}

export function chunksOf(shop: Parts): ChunkSource {
  return async function* chunks(wanted) {
    for await (const text of textChunks(shop, wanted)) yield Buffer.from(text);
  };
}

export async function* textChunks(shop: Parts, wanted: Wanted): AsyncGenerator<string> {
  let held = '';
  for await (const line of wanted.what === 'feed' ? merchantFeed(shop) : productSitemap(shop, wanted.number)) {
    held += line;
    if (held.length < CHUNK_CHARACTERS) continue;
    yield held;
    held = '';
  }
  yield held;
}
