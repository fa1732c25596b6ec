/**
 * Makes the buttons of rails work, and scrolls rails at the interval `data-interval-ms`. A rail does not scroll while
 * it is paused, off the screen, under the pointer or focused, while the page is hidden, or if reduced motion is
 * preferred.
 */
export function startRails(): void {
  for (const rail of document.querySelectorAll<HTMLElement>('[data-interval-ms]')) startAutoScroll(rail);
}

function startAutoScroll(rail: HTMLElement): void {
  const frame = rail.closest<HTMLElement>('[data-rail]') ?? rail;
  const pause = frame.querySelector<HTMLButtonElement>('[data-pause]');
  let isPausedByHand = false;

  pause?.addEventListener('click', () => {
    isPausedByHand = !isPausedByHand;
    pause.setAttribute('aria-pressed', String(isPausedByHand));
  });
  frame.addEventListener('click', (event) => {
    const step =
      event.target instanceof Element ? event.target.closest<HTMLElement>('[data-step]')?.dataset.step : undefined;
    if (step) scrollRail(rail, Number(step));
  });

  if (matchMedia('(prefers-reduced-motion: reduce)').matches) {
    pause?.remove();
    return;
  }
  setInterval(() => {
    const isPaused = isPausedByHand || document.hidden || frame.matches(':hover, :focus-within');
    if (!isPaused && isOnScreen(frame)) scrollRail(rail, 1);
  }, Number(rail.dataset.intervalMs));
}

function scrollRail(rail: HTMLElement, step: number): void {
  const item = rail.firstElementChild;
  if (!item) return;
  // Without a gap, `columnGap` is `normal`.
  const gap = Number.parseFloat(getComputedStyle(rail).columnGap) || 0;
  const width = item.getBoundingClientRect().width + gap;
  const end = rail.scrollWidth - rail.clientWidth;
  const isAtEnd = step > 0 && rail.scrollLeft >= end - 8;
  const isAtStart = step < 0 && rail.scrollLeft <= 8;
  const left = isAtEnd ? 0 : isAtStart ? end : rail.scrollLeft + step * width;
  rail.scrollTo({ left, behavior: 'smooth' });
}

function isOnScreen(element: HTMLElement): boolean {
  const box = element.getBoundingClientRect();
  return box.bottom > 0 && box.top < innerHeight;
}
