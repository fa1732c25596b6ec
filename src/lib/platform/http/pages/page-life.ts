/** In seconds. Tags drop a page at once, so this only matters when a tag was missed. */
export const PAGE_LIFE = { maxAge: 300, swr: 3_600 } as const;
