import { loadOnInteraction } from '#islands/hydration/load-on-interaction.ts';
import { PLACEHOLDER_WIDTH } from '#lib/platform/files/pictures/placeholder-width.ts';

const loadPictures = () => import('./pictures.ts');
// This code is loaded only if the page has rails or hover pictures.
if (document.querySelector(`[data-interval-ms]${matchMedia('(hover)').matches ? ',[data-back]' : ''}`))
  void loadPictures().then((module) => module.startPictures());
// The cookies indicate that there is personal data to fetch, or that actions are waiting for the network.
if (/\b(visitor|queue)=1/.test(document.cookie))
  void import('#islands/visitor/show-visitor.ts').then((module) => module.showVisitor());

// This code is loaded after everything else, so that it does not delay the first view of the shop.
addEventListener('load', () => import('./after-load.ts'));

// The `load` event of an image can be captured at the document, but never reaches the window.
document.addEventListener('load', ({ target }) => retryPlaceholder(target), true);
for (const image of document.images) retryPlaceholder(image);

const loadQuickView = () => import('#islands/products/open-quick-view.tsx');
// Search and quick view are imported together with the handlers, so that React needs no second round trip.
const loadHandler = (control: HTMLElement) =>
  Promise.all([
    import('./handlers.ts'),
    'opensSearch' in control.dataset && import('#islands/search/open-search.tsx'),
    'quickView' in control.dataset && loadQuickView(),
  ]).then(([module]) => module.loadHandler(control));
loadOnInteraction(
  '[data-opens-search],[data-profile],[data-open-login],[data-quick-view],[data-subscribe],[data-cart],[data-add-to-cart] [type=submit],[data-wishlist] button,[data-pincode] button,[data-zoom],[data-exchange],[data-own-review]',
  loadHandler,
);
openQuickViewFromUrl();
addEventListener('popstate', openQuickViewFromUrl);

/** Opens the quick view of the product that is named in the URL, unless the server has rendered it. */
function openQuickViewFromUrl(): void {
  if (/[?&]quickView=./.test(location.search) && !document.querySelector('[data-quick-view-page]'))
    void loadQuickView().then((module) => module.openQuickViewFromUrl());
}

/**
 * For a picture that is still being generated, the server sends a placeholder of a few pixels. The first placeholder
 * loads the code that requests the picture again.
 */
function retryPlaceholder(target: EventTarget | null): void {
  const { naturalWidth } = target as Partial<HTMLImageElement>;
  if (naturalWidth && naturalWidth <= PLACEHOLDER_WIDTH)
    void loadPictures().then((module) => module.retryPicture(target as HTMLImageElement));
}
