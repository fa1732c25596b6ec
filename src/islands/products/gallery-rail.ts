import { isPictureShown } from '#lib/catalog/products/gallery.ts';

/** Makes the thumbnails scroll to their pictures, and shows the pictures of the chosen colour. */
export function startGallery(): void {
  const gallery = document.querySelector<HTMLElement>('[data-gallery]');
  const rail = gallery?.querySelector<HTMLElement>('[data-gallery-rail]');
  if (!gallery || !rail) return;

  gallery.addEventListener('click', (event) => {
    const thumb = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('.thumb') : null;
    const pictureItem = thumb && document.getElementById(thumb.hash.slice(1));
    if (!pictureItem) return;
    event.preventDefault();
    rail.scrollTo({ left: pictureItem.offsetLeft - rail.offsetLeft, behavior: 'smooth' });
  });

  const observer = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) if (isIntersecting) markShown(gallery, rail, target.id);
    },
    { root: rail, threshold: 0.75 },
  );
  for (const item of rail.children) observer.observe(item);

  document.addEventListener('shop:variant', (event) => {
    const color = event instanceof CustomEvent ? (event.detail as { color?: string }).color : undefined;
    showColor(gallery, rail, color);
  });
}

function markShown(gallery: HTMLElement, rail: HTMLElement, itemId: string): void {
  for (const thumb of gallery.querySelectorAll<HTMLAnchorElement>('.thumb')) {
    if (thumb.hash === `#${itemId}`) thumb.setAttribute('aria-current', 'true');
    else thumb.removeAttribute('aria-current');
  }
  const items = shownItems(rail);
  const counter = gallery.querySelector('.gallery-count');
  if (counter) counter.textContent = `${items.findIndex((item) => item.id === itemId) + 1} / ${items.length}`;
}

function shownItems(rail: HTMLElement): HTMLElement[] {
  const items = [...rail.children].filter((item) => item instanceof HTMLElement && !item.hidden) as HTMLElement[];
  return items.sort((a, b) => Number(a.style.order) - Number(b.style.order));
}

function showColor(gallery: HTMLElement, rail: HTMLElement, color: string | undefined): void {
  const items = [...rail.children].filter((item) => item instanceof HTMLElement);
  const pictures = items.map((item) => ({ color: item.dataset.color }));
  const itemsBefore = shownItems(rail);
  for (const item of gallery.querySelectorAll<HTMLElement>('li')) {
    item.hidden = !isPictureShown(pictures, { color: item.dataset.color }, color);
    item.style.order = item.dataset.color === color ? '0' : '1';
  }
  const itemsAfter = shownItems(rail);
  if (itemsBefore.length === itemsAfter.length && itemsBefore.every((item, index) => item === itemsAfter[index]))
    return;
  rail.scrollTo({ left: 0 });
  // In light mode, choosing a colour also requests its first picture.
  itemsAfter[0]?.classList.remove('later');
  markShown(gallery, rail, itemsAfter[0]?.id ?? '');
}
