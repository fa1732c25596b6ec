/** The cache tag of all pages, because all have the menu and footer. It is invalidated when the links there change. */
export const TAXONOMY_TAG = 'taxonomy';
