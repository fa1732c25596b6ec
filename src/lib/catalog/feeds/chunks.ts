export type Wanted = { what: 'feed' } | { what: 'sitemap'; number: number };

/** A chunk is valid until the next is asked for: then its memory is used again. */
export type ChunkSource = (wanted: Wanted) => AsyncGenerator<Uint8Array>;
