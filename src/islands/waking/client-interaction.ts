import type { ClientDirective } from 'astro';
import { buttonOf, HeldClicks, hasOwnScript } from '#islands/waking/held-clicks.ts';

const WAKING = ['pointerover', 'touchstart', 'focusin', 'input', 'change'] as const;

/**
 * Clicks on buttons wait for the code; text stays in its field, and the island's first render takes it over
 * (docs/decisions/0032). After `hydrate` React's root listens: an event at a tree that is not hydrated yet hydrates it
 * before its handlers run.
 */
const interaction: ClientDirective = (load, { value }, island) => {
  const clicks = new HeldClicks();
  const listening = new AbortController();
  const { signal } = listening;
  let isAwake = false;

  for (const type of WAKING) island.addEventListener(type, onTouch, { passive: true, signal });
  island.addEventListener('click', (event) => clicks.hold(event) && void wake(), { capture: true, signal });
  if (value === 'now') void wake();

  function onTouch(event: Event): void {
    const button = buttonOf(event);
    // Loading React would only delay its answer.
    if (button && hasOwnScript(button)) return;
    void wake();
  }

  async function wake(): Promise<void> {
    if (isAwake) return;
    isAwake = true;
    try {
      const hydrate = await load();
      await hydrate();
    } catch {
      // The plain form works.
    }
    listening.abort();
    await clicks.replay();
  }
};

export default interaction;
