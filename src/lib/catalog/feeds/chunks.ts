export type ChunkRequest = { kind: 'feed' } | { kind: 'sitemap'; number: number };

/** Yields the chunks of a file. A chunk is valid until the next chunk is requested, which reuses the memory. */
export type ChunkSource = (request: ChunkRequest) => AsyncGenerator<Uint8Array>;
