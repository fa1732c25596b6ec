export type Wanted = { what: 'feed' } | { what: 'sitemap'; number: number };

/** Makes an answer piece by piece. A piece is the reader's until the next is asked for: then its memory is used again. */
export type ChunkSource = (wanted: Wanted) => AsyncGenerator<Uint8Array>;
