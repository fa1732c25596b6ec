/** Loads even client-interaction.ts on the first interaction, for pages with a small budget. Then repeats the click. */
export function hydrateOnFirstTap(box: HTMLElement, hydrate: () => Promise<void>): void {
  const listening = new AbortController();
  let pressed: HTMLButtonElement | null = null;
  let isStarted = false;

  for (const type of ['pointerover', 'touchstart', 'focusin', 'click']) {
    box.addEventListener(type, onInteraction, { passive: type !== 'click', signal: listening.signal });
  }

  function onInteraction(event: Event): void {
    if (event.type === 'click' && event.target instanceof Element) {
      const button = event.target.closest('button');
      if (button) event.preventDefault();
      pressed ??= button;
    }
    if (isStarted) return;
    isStarted = true;
    // If the code can't be loaded, the form works without it.
    hydrate()
      .catch(() => undefined)
      .finally(() => {
        listening.abort();
        pressed?.click();
      });
  }
}
