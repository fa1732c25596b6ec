import { readViewedProducts, rememberViewedProduct } from '#islands/products/recently-viewed.client.ts';

/** The distance from the end of the page at which the code that renders the rail is loaded. */
const PRELOAD_MARGIN = '600px';

/** Stores the shown product, and adds the products viewed before to the page when its end is near. */
export function startRecentlyViewed(): void {
  const slug = location.pathname.split('/')[2] ?? '';
  const otherProducts = readViewedProducts().filter((product) => product.slug !== slug);
  const pictureUrl = document.querySelector<HTMLImageElement>('[data-gallery-rail] img')?.src ?? '';
  rememberViewedProduct({
    slug,
    name: document.querySelector('h1')?.textContent ?? '',
    hash: /\/([0-9a-f]{24})-/.exec(pictureUrl)?.[1],
  });
  const footer = document.querySelector('footer');
  if (otherProducts.length === 0 || !footer) return;
  const observer = new IntersectionObserver(
    ([entry]) => {
      if (!entry?.isIntersecting) return;
      observer.disconnect();
      // If the code can't be loaded, there is no rail.
      import('#islands/products/recent-rail.ts').then(
        ({ renderRecentRail }) => renderRecentRail(otherProducts),
        () => undefined,
      );
    },
    { rootMargin: PRELOAD_MARGIN },
  );
  observer.observe(footer);
}
