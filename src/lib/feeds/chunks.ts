export type Wanted = { what: 'feed' } | { what: 'sitemap'; number: number };

/**
 * Makes a long answer; what was not asked for is not made, and nothing more once the reader has gone. A piece is the
 * reader's until the next is asked for: then its memory is used again.
 */
export type ChunkSource = (wanted: Wanted) => AsyncGenerator<Uint8Array>;
