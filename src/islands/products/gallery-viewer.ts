import viewerStyles from '#islands/products/gallery-viewer.css?url';
import { addPointerZoom } from '#islands/products/pointer-zoom.ts';
import { loadStyles } from '#islands/ui/load-styles.ts';

interface Slide {
  item: HTMLLIElement;
  zoom: () => void;
}

const ICONS = {
  close: ['Close', 'm6 6 12 12M18 6 6 18'],
  enlarge: ['Enlarge', 'M11 4a7 7 0 1 1 0 14 7 7 0 0 1 0-14Zm5 12 4.5 4.5M11 8v6m-3-3h6'],
  previous: ['Previous picture', 'm15 5-7 7 7 7'],
  next: ['Next picture', 'm9 5 7 7-7 7'],
} as const;

export async function openGalleryViewer(trigger: HTMLElement): Promise<void> {
  await loadStyles(viewerStyles);
  const links = [...document.querySelectorAll<HTMLAnchorElement>('[data-gallery-rail] > li:not([hidden]) [data-zoom]')];
  const { dialog, rail, announce } = createViewer(links);
  dialog.addEventListener('close', () => {
    dialog.remove();
    trigger.focus({ preventScroll: true });
  });
  document.body.append(dialog);
  dialog.showModal();
  rail.scrollTo({ left: Math.max(0, (links as HTMLElement[]).indexOf(trigger)) * rail.clientWidth });
  announce();
}

function createViewer(links: HTMLAnchorElement[]) {
  const dialog = document.createElement('dialog');
  dialog.className = 'picture-viewer';
  dialog.setAttribute('aria-label', 'Pictures, enlarged');
  const slides = links.map(createSlide);
  const rail = document.createElement('ul');
  rail.className = 'rail';
  rail.append(...slides.map(({ item }) => item));
  const counter = document.createElement('p');
  counter.setAttribute('role', 'status');
  const currentIndex = () => Math.round(rail.scrollLeft / Math.max(1, rail.clientWidth));
  const announce = () => {
    counter.textContent = `${currentIndex() + 1} of ${links.length}`;
  };
  dialog.append(
    rail,
    counter,
    createIconButton('enlarge', () => slides[currentIndex()]?.zoom()),
    createIconButton('close', () => dialog.close()),
  );
  if (links.length > 1) addNavigation(dialog, rail, links.length, currentIndex);
  rail.addEventListener('scroll', announce, { passive: true });
  return { dialog, rail, announce };
}

function addNavigation(dialog: HTMLElement, rail: HTMLElement, pictureCount: number, currentIndex: () => number): void {
  const move = (step: number) => {
    const nextIndex = (currentIndex() + step + pictureCount) % pictureCount;
    rail.scrollTo({ left: nextIndex * rail.clientWidth, behavior: 'smooth' });
  };
  dialog.append(
    createIconButton('previous', () => move(-1)),
    createIconButton('next', () => move(1)),
  );
  dialog.addEventListener('keydown', (event) => {
    if (event.key === 'ArrowLeft') move(-1);
    if (event.key === 'ArrowRight') move(1);
  });
}

/** Returns a slide that shows the page's picture until the largest version, which the link leads to, is loaded. */
function createSlide(link: HTMLAnchorElement): Slide {
  const thumbnail = link.querySelector('img');
  const picture = document.createElement('img');
  picture.src = thumbnail?.currentSrc || link.href;
  picture.alt = thumbnail?.alt ?? '';
  const largePicture = new Image();
  largePicture.src = link.href;
  // If the largest version can't be loaded, the slide continues to show the page's picture.
  largePicture.decode().then(
    () => {
      picture.src = link.href;
    },
    () => undefined,
  );
  picture.style.touchAction = 'pan-x';
  picture.draggable = false;
  const item = document.createElement('li');
  item.append(picture);
  return { item, zoom: addPointerZoom(picture) };
}

function createIconButton(name: keyof typeof ICONS, onClick: () => void): HTMLButtonElement {
  const [label, path] = ICONS[name];
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'icon-button';
  button.dataset.place = name;
  button.setAttribute('aria-label', label);
  button.innerHTML = `<svg class="size-6" viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="1.5" aria-hidden="true"><path d="${path}"></path></svg>`;
  button.addEventListener('click', onClick);
  return button;
}
