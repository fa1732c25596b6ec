import type { Shop } from '#lib/platform/shop.server.ts';

export type FeedShop = { db: Shop['db']; settings: Pick<Shop['settings'], 'siteUrl'> };

export type ChunkRequest = { kind: 'feed' } | { kind: 'sitemap'; number: number };

/**
 * A function that yields the chunks of a feed or sitemap. A chunk is valid only until the next chunk is requested,
 * because the next chunk reuses its memory.
 */
export type ChunkSource = (request: ChunkRequest) => AsyncGenerator<Uint8Array>;
