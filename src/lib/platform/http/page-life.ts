/** How long a shared page is fresh, and how long it may be shown while a new one is made. Tags drop it at once, so this only bounds a missed tag. */
export const PAGE_LIFE = { maxAge: 300, swr: 3_600 } as const;
