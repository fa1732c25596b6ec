/**
 * How long a page may be cached, in seconds. Tags invalidate a changed page within a second, so this time matters only
 * if a page lacks a tag.
 */
export const PAGE_LIFE = { maxAge: 300, swr: 3_600 } as const;
