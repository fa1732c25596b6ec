/** The cache tag of all pages, because each has the menu and the footer. Invalidated when the links there change. */
export const TAXONOMY_TAG = 'taxonomy';
