import { clearViewedProducts, type ViewedProduct } from '#islands/products/recently-viewed.client.ts';
import { pictureUrl } from '#lib/platform/files/pictures/pictures.ts';

const HEADING_ID = 'recently-viewed';
const PICTURE_WIDTH_PX = 320;

/** Adds "Recently viewed" at the end of the page, with a button that clears the list. */
export function renderRecentRail(products: readonly ViewedProduct[]): void {
  const section = createElement('section', 'page-width py-10');
  section.setAttribute('aria-labelledby', HEADING_ID);
  const header = createElement('div', 'mb-5 flex items-baseline justify-between gap-4');
  const heading = createElement('h2', 'text-xl', 'Recently viewed');
  heading.id = HEADING_ID;
  const clearButton = createElement('button', 'text-link inline-flex min-h-9 items-center text-sm', 'Clear');
  clearButton.type = 'button';
  clearButton.addEventListener('click', () => {
    clearViewedProducts();
    section.remove();
    document.querySelector('main')?.focus({ preventScroll: true });
  });
  header.append(heading, clearButton);
  const rail = createElement('ul', 'rail auto-cols-[44%] gap-3 md:auto-cols-[30%] md:gap-4 lg:auto-cols-[22%]');
  rail.append(...products.map(createItem));
  section.append(header, rail);
  document.querySelector('main')?.append(section);
}

function createItem({ slug, name, hash }: ViewedProduct): HTMLElement {
  // In light mode, the picture is loaded when the visitor requests the pictures of the page.
  const item = createElement('li', 'later');
  const link = createElement('a', 'block');
  link.href = `/products/${slug}`;
  const frame = createElement('div', 'relative aspect-4/5 overflow-hidden bg-cloth');
  if (hash) frame.append(createPicture(hash));
  link.append(frame, createElement('h3', 'mt-2 font-sans text-sm', name));
  item.append(link);
  return item;
}

function createPicture(hash: string): HTMLImageElement {
  const picture = createElement('img', 'h-full w-full object-cover');
  picture.alt = '';
  picture.loading = 'lazy';
  // A picture that no longer exists is removed, so that the card shows only its background.
  picture.addEventListener('error', () => picture.remove());
  picture.src = pictureUrl(hash, PICTURE_WIDTH_PX, 'avif');
  return picture;
}

function createElement<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  className = '',
  text = '',
): HTMLElementTagNameMap[Name] {
  const newElement = document.createElement(name);
  if (className) newElement.className = className;
  newElement.textContent = text;
  return newElement;
}
