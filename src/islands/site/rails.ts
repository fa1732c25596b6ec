/**
 * Makes the buttons of rails work, and scrolls rails at the interval `data-interval-ms`. A rail does not scroll while
 * it is paused, off the screen, under the pointer or focused, while the page is hidden, or if reduced motion is
 * preferred.
 */
export function startRails(): void {
  for (const rail of document.querySelectorAll<HTMLElement>('[data-interval-ms]')) startRail(rail);
}

function startRail(rail: HTMLElement): void {
  const frame = rail.closest<HTMLElement>('[data-rail]') ?? rail;
  const pauseButton = frame.querySelector<HTMLButtonElement>('[data-pause]');
  let isPausedByVisitor = false;

  pauseButton?.addEventListener('click', () => {
    isPausedByVisitor = !isPausedByVisitor;
    pauseButton.setAttribute('aria-pressed', String(isPausedByVisitor));
  });
  frame.addEventListener('click', (event) => {
    const step =
      event.target instanceof Element ? event.target.closest<HTMLElement>('[data-step]')?.dataset.step : undefined;
    if (step) scrollRail(rail, Number(step));
  });

  if (matchMedia('(prefers-reduced-motion: reduce)').matches) {
    pauseButton?.remove();
    return;
  }
  setInterval(() => {
    const isPaused = isPausedByVisitor || document.hidden || frame.matches(':hover, :focus-within');
    if (!isPaused && isOnScreen(frame)) scrollRail(rail, 1);
  }, Number(rail.dataset.intervalMs));
}

function scrollRail(rail: HTMLElement, step: number): void {
  const firstItem = rail.firstElementChild;
  if (!firstItem) return;
  // Without a gap, `columnGap` is `normal`.
  const gap = Number.parseFloat(getComputedStyle(rail).columnGap) || 0;
  const itemWidth = firstItem.getBoundingClientRect().width + gap;
  const end = rail.scrollWidth - rail.clientWidth;
  const isAtEnd = step > 0 && rail.scrollLeft >= end - 8;
  const isAtStart = step < 0 && rail.scrollLeft <= 8;
  const left = isAtEnd ? 0 : isAtStart ? end : rail.scrollLeft + step * itemWidth;
  rail.scrollTo({ left, behavior: 'smooth' });
}

function isOnScreen(element: HTMLElement): boolean {
  const box = element.getBoundingClientRect();
  return box.bottom > 0 && box.top < innerHeight;
}
