export type Wanted = { what: 'feed' } | { what: 'sitemap'; number: number };

/** A chunk is valid until the next one is requested, which reuses its memory. */
export type ChunkSource = (wanted: Wanted) => AsyncGenerator<Uint8Array>;
