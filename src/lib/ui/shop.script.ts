/** The little that public pages run before anything is touched. */
import { startHoverPictures } from '#lib/catalog/hover-picture.ts';

import { loadOnTouch } from './load-on-touch.ts';
import { startMarquees } from './marquee.ts';
import { startRails } from './rails.ts';

startMarquees();
startRails();
startHoverPictures();

loadOnTouch('[data-opens-search]', () => import('#islands/search/open-search.tsx').then((module) => module.openSearch));
loadOnTouch('[data-quick-view]', () =>
  import('#islands/catalog/open-quick-view.tsx').then((module) => module.openQuickView),
);
