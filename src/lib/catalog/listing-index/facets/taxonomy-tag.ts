/** Cache tag of every page, because each has the menu and the footer. Purged when the taxonomy that they show changes. */
export const TAXONOMY_TAG = 'taxonomy';
