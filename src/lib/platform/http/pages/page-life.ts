/** In seconds. Tags invalidate a changed page within a second, so this only matters if a tag was missed. */
export const PAGE_LIFE = { maxAge: 300, swr: 3_600 } as const;
