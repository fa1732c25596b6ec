import { startHoverPictures } from '#islands/products/hover-picture.ts';
import { startRails } from './rails.ts';

const FIRST_RETRY_DELAY_MS = 2_000;
const MAX_RETRIES = 6;

/** This function is in the same file as `retryPicture`, because each file name adds bytes to every page. */
export function startPictures(): void {
  startRails();
  if (matchMedia('(hover)').matches) startHoverPictures();
}

/** Reloads a picture for which the server sent a placeholder. Each further placeholder doubles the delay. */
export function retryPicture(image: HTMLImageElement): void {
  const attempt = Number(image.dataset.tries ?? 0) + 1;
  if (attempt > MAX_RETRIES) return;
  image.dataset.tries = String(attempt);
  // The URL is changed, because the browser has cached the placeholder for the old URL.
  const withAttempt = (text: string) => text.replaceAll(/(\/pictures\/[\w-]+\.\w+)(?:\?\d)?/g, `$1?${attempt}`);
  setTimeout(
    () => {
      for (const source of image.closest('picture')?.querySelectorAll('source') ?? [])
        source.srcset = withAttempt(source.srcset);
      if (image.srcset) image.srcset = withAttempt(image.srcset);
      image.src = withAttempt(image.src);
    },
    FIRST_RETRY_DELAY_MS * 2 ** (attempt - 1),
  );
}
