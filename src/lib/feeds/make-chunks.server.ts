import type { ChunkSource, Wanted } from '#lib/feeds/chunks.ts';
import { merchantFeed } from '#lib/feeds/merchant-feed.server.ts';
import { productSitemap } from '#lib/feeds/sitemaps.server.ts';
import type { Shop } from '#lib/platform/shop.server.ts';

const CHARACTERS_A_PIECE = 64 * 1024;

interface Parts {
  db: Shop['db'];
  settings: Pick<Shop['settings'], 'siteUrl'>;
}

export function piecesOf(shop: Parts): ChunkSource {
  return async function* pieces(wanted) {
    for await (const text of textPieces(shop, wanted)) yield Buffer.from(text);
  };
}

export async function* textPieces(shop: Parts, wanted: Wanted): AsyncGenerator<string> {
  let held = '';
  for await (const line of wanted.what === 'feed' ? merchantFeed(shop) : productSitemap(shop, wanted.number)) {
    held += line;
    if (held.length < CHARACTERS_A_PIECE) continue;
    yield held;
    held = '';
  }
  yield held;
}
