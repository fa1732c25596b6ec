/** The little that public pages run before anything is touched. */
import { loadOnTouch } from '#islands/waking/load-on-touch.ts';

// Pages on which nothing turns by itself, and no card has a second picture, get none of it; nor do phones of the latter.
if (document.querySelector('[data-turns-ms]')) void import('./rails.ts').then((module) => module.startRails());
if (matchMedia('(hover: hover)').matches && document.querySelector('[data-back]'))
  void import('#islands/catalog/hover-picture.ts').then((module) => module.startHoverPictures());
// Only when a cookie says that there is something personal to fetch.
if (/(?:^|; )(?:__Host-)?visitor=1/.test(document.cookie))
  void import('#islands/visitor/show-visitor.ts').then((module) => module.showVisitor());

const loadHandler = (control: HTMLElement) => import('./handlers.ts').then((module) => module.loadHandler(control));
loadOnTouch(
  '[data-opens-search],[data-profile],[data-open-login],[data-quick-view],[data-subscribe],[data-cart],[data-add-to-cart] [type=submit],[data-wishlist] button,[data-pincode] button',
  loadHandler,
);
openQuickViewOfAddress();
addEventListener('popstate', openQuickViewOfAddress);

/** A quick view lies over any page: one whose server has not drawn it, or one that Forward goes back to. */
function openQuickViewOfAddress(): void {
  const slug = new URLSearchParams(location.search).get('quickView');
  if (!slug || document.querySelector('[data-quick-view-page]')) return;
  const trigger = document.createElement('a');
  trigger.dataset.quickView = slug;
  void loadHandler(trigger).then((open) => open(trigger));
}
