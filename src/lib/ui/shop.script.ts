/** The little that public pages run before anything is touched. */
import { startHoverPictures } from '#lib/catalog/hover-picture.ts';

import { loadOnTouch } from './load-on-touch.ts';
import { startMarquees } from './marquee.ts';
import { startRails } from './rails.ts';

startMarquees();
startRails();
startHoverPictures();
// Only when a cookie says that there is something personal to fetch.
if (/(?:^|; )visitor=1/.test(document.cookie)) void import('./show-visitor.ts').then((module) => module.showVisitor());

loadOnTouch('[data-opens-search]', () => import('#islands/search/open-search.tsx').then((module) => module.openSearch));
loadOnTouch('[data-profile]', () => import('#islands/identity/open-profile.tsx').then((module) => module.openProfile));
const loadQuickView = () => import('#islands/catalog/open-quick-view.tsx').then((module) => module.openQuickView);
loadOnTouch('[data-quick-view]', loadQuickView);
openQuickViewOfAddress();
addEventListener('popstate', openQuickViewOfAddress);

/** A quick view lies over any page: one whose server has not drawn it, or one that Forward goes back to. */
function openQuickViewOfAddress(): void {
  const slug = new URLSearchParams(location.search).get('quickView');
  if (!slug || document.querySelector('[data-quick-view-page]')) return;
  const trigger = document.createElement('a');
  trigger.dataset.quickView = slug;
  void loadQuickView().then((open) => open(trigger));
}
