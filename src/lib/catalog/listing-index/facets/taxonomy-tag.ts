/** Cache tag of every page, because each has the menu and the footer. Purged when their taxonomy changes. */
export const TAXONOMY_TAG = 'taxonomy';
