/** The cache tag of every page, because each has the menu and the footer. Purged when their links change. */
export const TAXONOMY_TAG = 'taxonomy';
