import { PLACEHOLDER_WIDTH } from '#lib/platform/files/placeholder-width.ts';

const FIRST_PAUSE_MS = 2_000;
const MOST_TRIES = 6;

/** A picture that is still being made comes as a placeholder of a few pixels, which stays until the picture is there. */
export function retryPictures(): void {
  addEventListener('load', ({ target }) => retryPlaceholder(target), true);
  for (const image of document.images) if (image.complete) retryPlaceholder(image);
}

function retryPlaceholder(image: EventTarget | null): void {
  if (!(image instanceof HTMLImageElement) || image.naturalWidth === 0 || image.naturalWidth > PLACEHOLDER_WIDTH)
    return;
  const tries = Number(image.dataset.tries ?? 0) + 1;
  if (tries > MOST_TRIES) return;
  image.dataset.tries = String(tries);
  // Another address: the browser holds on to what it has for the old one.
  const again = (text: string) => text.replaceAll(/(\/pictures\/[\w-]+\.\w+)(?:\?\d)?/g, `$1?${tries}`);
  setTimeout(
    () => {
      for (const source of image.closest('picture')?.querySelectorAll('source') ?? [])
        source.srcset = again(source.srcset);
      if (image.srcset) image.srcset = again(image.srcset);
      image.src = again(image.src);
    },
    FIRST_PAUSE_MS * 2 ** (tries - 1),
  );
}
