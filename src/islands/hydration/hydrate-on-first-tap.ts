/** Loads even client-interaction.ts on the first touch, for pages with little room. A pressed button waits. */
export function hydrateOnFirstTap(box: HTMLElement, hydrate: () => Promise<void>): void {
  const waiting = new AbortController();
  let pressed: HTMLButtonElement | null = null;
  let isStarted = false;

  for (const type of ['pointerover', 'touchstart', 'focusin', 'click']) {
    box.addEventListener(type, onInteraction, { passive: type !== 'click', signal: waiting.signal });
  }

  function onInteraction(event: Event): void {
    if (event.type === 'click' && event.target instanceof Element) {
      const button = event.target.closest('button');
      if (button) event.preventDefault();
      pressed ??= button;
    }
    if (isStarted) return;
    isStarted = true;
    // Without the code it is a plain form.
    hydrate()
      .catch(() => undefined)
      .finally(() => {
        waiting.abort();
        pressed?.click();
      });
  }
}
