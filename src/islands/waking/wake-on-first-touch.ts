/** Loads even client-interaction.ts on the first touch, for pages with little room. A pressed button waits. */
export function wakeOnFirstTouch(box: HTMLElement, wake: () => Promise<void>): void {
  const waiting = new AbortController();
  let pressed: HTMLButtonElement | null = null;
  let isWaking = false;

  for (const type of ['pointerover', 'touchstart', 'focusin', 'click']) {
    box.addEventListener(type, onTouch, { passive: type !== 'click', signal: waiting.signal });
  }

  function onTouch(event: Event): void {
    if (event.type === 'click' && event.target instanceof Element) {
      const button = event.target.closest('button');
      if (button) event.preventDefault();
      pressed ??= button;
    }
    if (isWaking) return;
    isWaking = true;
    // Without the code it is a plain form.
    wake()
      .catch(() => undefined)
      .finally(() => {
        waiting.abort();
        pressed?.click();
      });
  }
}
