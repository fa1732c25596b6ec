import { startHoverPictures } from '#islands/products/hover-picture.ts';
import { startRails } from './rails.ts';

const FIRST_DELAY_MS = 2_000;
const MAX_RETRIES = 6;

/** In one file with `retryPicture`, because the name of each further file adds bytes to every page. */
export function startPictures(): void {
  startRails();
  if (matchMedia('(hover)').matches) startHoverPictures();
}

/** Reloads a picture for which the server sent a placeholder. Each further placeholder doubles the delay. */
export function retryPicture(image: HTMLImageElement): void {
  const tries = Number(image.dataset.tries ?? 0) + 1;
  if (tries > MAX_RETRIES) return;
  image.dataset.tries = String(tries);
  // Another address, because the browser caches the old one.
  const withTry = (text: string) => text.replaceAll(/(\/pictures\/[\w-]+\.\w+)(?:\?\d)?/g, `$1?${tries}`);
  setTimeout(
    () => {
      for (const source of image.closest('picture')?.querySelectorAll('source') ?? [])
        source.srcset = withTry(source.srcset);
      if (image.srcset) image.srcset = withTry(image.srcset);
      image.src = withTry(image.src);
    },
    FIRST_DELAY_MS * 2 ** (tries - 1),
  );
}
