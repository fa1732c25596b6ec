import { clearViewedProducts, type ViewedProduct } from '#islands/products/recently-viewed.client.ts';
import { pictureUrl } from '#lib/platform/files/pictures/pictures.ts';

const HEADING_ID = 'recently-viewed';
const PICTURE_WIDTH = 320;

/** Adds "Recently viewed" at the end of the page, with a button that clears the list. */
export function renderRecentRail(products: readonly ViewedProduct[]): void {
  const section = element('section', 'page-width py-10');
  section.setAttribute('aria-labelledby', HEADING_ID);
  const head = element('div', 'mb-5 flex items-baseline justify-between gap-4');
  const heading = element('h2', 'text-xl', 'Recently viewed');
  heading.id = HEADING_ID;
  const clear = element('button', 'text-link inline-flex min-h-9 items-center text-sm', 'Clear');
  clear.type = 'button';
  clear.addEventListener('click', () => {
    clearViewedProducts();
    section.remove();
    document.querySelector('main')?.focus({ preventScroll: true });
  });
  head.append(heading, clear);
  const rail = element('ul', 'rail auto-cols-[44%] gap-3 md:auto-cols-[30%] md:gap-4 lg:auto-cols-[22%]');
  rail.append(...products.map(createItem));
  section.append(head, rail);
  document.querySelector('main')?.append(section);
}

function createItem({ slug, name, hash }: ViewedProduct): HTMLElement {
  // In light mode, the picture is loaded when the visitor requests the pictures of the page.
  const item = element('li', 'later');
  const link = element('a', 'block');
  link.href = `/products/${slug}`;
  const frame = element('div', 'relative aspect-4/5 overflow-hidden bg-cloth');
  if (hash) frame.append(createPicture(hash));
  link.append(frame, element('h3', 'mt-2 font-sans text-sm', name));
  item.append(link);
  return item;
}

function createPicture(hash: string): HTMLImageElement {
  const picture = element('img', 'h-full w-full object-cover');
  picture.alt = '';
  picture.loading = 'lazy';
  // A picture that no longer exists is removed, which leaves the background.
  picture.addEventListener('error', () => picture.remove());
  picture.src = pictureUrl(hash, PICTURE_WIDTH, 'avif');
  return picture;
}

function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  className = '',
  text = '',
): HTMLElementTagNameMap[Name] {
  const element = document.createElement(name);
  if (className) element.className = className;
  element.textContent = text;
  return element;
}
