/**
 * For pages that have no room even for the code that holds touches back for React (client-interaction.ts): it comes with
 * the first of them. A button that is pressed meanwhile waits; when the code can't come, the plain form does its work.
 */
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
    // Without the code the plain form does the work.
    wake()
      .catch(() => undefined)
      .finally(() => {
        waiting.abort();
        pressed?.click();
      });
  }
}
