import { pictureUrl } from '#lib/platform/files/pictures/pictures.ts';

const HOVER_WIDTH_PX = 480;

/** Loads and shows a card's second picture when the mouse is over the card. */
export function startHoverPictures(): void {
  document.addEventListener('pointerover', (event) => {
    const card = event.target instanceof Element ? event.target.closest('article') : null;
    const frame = card?.querySelector<HTMLElement>('[data-back]');
    const hash = frame?.dataset.back;
    if (!frame || !hash) return;
    delete frame.dataset.back;
    const picture = document.createElement('img');
    picture.alt = '';
    picture.className = 'hover-picture';
    picture.src = pictureUrl(hash, HOVER_WIDTH_PX, 'avif');
    // If the second picture can't be loaded, the card continues to show the first picture.
    picture.decode().then(
      () => frame.append(picture),
      () => undefined,
    );
  });
}
