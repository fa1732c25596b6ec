/** On every page, as the menu and the footer stand on every page: dropped when what they show of the taxonomy changes. */
export const TAXONOMY_TAG = 'taxonomy';
