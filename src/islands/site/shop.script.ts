import { loadOnTouch } from '#islands/waking/load-on-touch.ts';

// Each part only where the page has something for it.
if (document.querySelector('[data-turns-ms]')) void import('./rails.ts').then((module) => module.startRails());
if (matchMedia('(hover)').matches && document.querySelector('[data-back]'))
  void import('#islands/catalog/hover-picture.ts').then((module) => module.startHoverPictures());
// The cookie says that there is something personal to fetch.
if (/(?:^|; )(?:__Host-)?visitor=1/.test(document.cookie))
  void import('#islands/visitor/show-visitor.ts').then((module) => module.showVisitor());

const loadQuickView = () => import('#islands/catalog/open-quick-view.tsx');
// With what the handler will import itself, so that React's round trip is not a second one.
const loadHandler = (control: HTMLElement) =>
  Promise.all([
    import('./handlers.ts'),
    'opensSearch' in control.dataset && import('#islands/search/open-search.tsx'),
    'quickView' in control.dataset && loadQuickView(),
  ]).then(([module]) => module.loadHandler(control));
loadOnTouch(
  '[data-opens-search],[data-profile],[data-open-login],[data-quick-view],[data-subscribe],[data-cart],[data-add-to-cart] [type=submit],[data-wishlist] button,[data-pincode] button,[data-zoom],[data-exchange],[data-own-review]',
  loadHandler,
);
openQuickViewOfAddress();
addEventListener('popstate', openQuickViewOfAddress);

/** When the server has not drawn it, and when Forward goes back to it. */
function openQuickViewOfAddress(): void {
  if (/[?&]quickView=./.test(location.search) && !document.querySelector('[data-quick-view-page]'))
    void loadQuickView().then((module) => module.openQuickViewOfAddress());
}
