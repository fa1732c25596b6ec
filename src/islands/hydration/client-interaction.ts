import type { ClientDirective } from 'astro';
import { buttonOf, ClickQueue, worksWithoutHydration } from '#islands/hydration/click-queue.ts';

const TRIGGERS = ['pointerover', 'touchstart', 'focusin', 'input', 'change'] as const;

/**
 * Hydrates an island on the first interaction, or immediately if `value` is `now`. Until then, clicks on buttons are
 * queued, and typed text stays in its field for the island's first render (docs/decisions/0032). After `hydrate`,
 * React's root listens for events: an event in a tree that is not hydrated yet hydrates the tree before the event's
 * handlers run.
 */
const interaction: ClientDirective = (load, { value }, island) => {
  const clicks = new ClickQueue();
  const controller = new AbortController();
  const { signal } = controller;
  let isStarted = false;

  for (const type of TRIGGERS) island.addEventListener(type, onInteraction, { passive: true, signal });
  island.addEventListener('click', (event) => clicks.enqueue(event) && void start(), { capture: true, signal });
  if (value === 'now') void start();

  function onInteraction(event: Event): void {
    const button = buttonOf(event);
    // Loading React would only delay the script that handles this button.
    if (button && worksWithoutHydration(button)) return;
    void start();
  }

  async function start(): Promise<void> {
    if (isStarted) return;
    isStarted = true;
    try {
      const hydrate = await load();
      await hydrate();
    } catch {
      // The plain form still works.
    }
    controller.abort();
    await clicks.replay();
  }
};

export default interaction;
