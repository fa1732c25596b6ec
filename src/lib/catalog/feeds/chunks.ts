export type ChunkRequest = { kind: 'feed' } | { kind: 'sitemap'; number: number };

/** A chunk is valid until the next one is requested, which reuses its memory. */
export type ChunkSource = (request: ChunkRequest) => AsyncGenerator<Uint8Array>;
