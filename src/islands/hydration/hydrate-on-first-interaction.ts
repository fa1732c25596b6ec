/**
 * Hydrates `box` on the first interaction, and then repeats the first click on a button, if there was one. This is for
 * pages whose budget is too small even for client-interaction.ts.
 */
export function hydrateOnFirstInteraction(box: HTMLElement, hydrate: () => Promise<void>): void {
  const controller = new AbortController();
  let pressedButton: HTMLButtonElement | null = null;
  let isStarted = false;

  for (const type of ['pointerover', 'touchstart', 'focusin', 'click']) {
    box.addEventListener(type, onInteraction, { passive: type !== 'click', signal: controller.signal });
  }

  function onInteraction(event: Event): void {
    if (event.type === 'click' && event.target instanceof Element) {
      const button = event.target.closest('button');
      if (button) event.preventDefault();
      pressedButton ??= button;
    }
    if (isStarted) return;
    isStarted = true;
    // If the code can't be loaded, the plain form in `box` works without it.
    hydrate()
      .catch(() => undefined)
      .finally(() => {
        controller.abort();
        pressedButton?.click();
      });
  }
}
