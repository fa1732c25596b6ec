import type { ClientDirective } from 'astro';
import { nextFrame } from '#islands/waking/frames.ts';
import { buttonOf, HeldClicks, hasOwnScript } from '#islands/waking/held-clicks.ts';
import { TypedBefore } from '#islands/waking/typed-before.ts';

const WAKING = ['pointerover', 'touchstart', 'focusin', 'input', 'change'] as const;

/** Clicks wait for React, what was typed stays (docs/architecture.md, "How code gets to run in the browser"). */
const interaction: ClientDirective = (load, { value }, island) => {
  const typed = new TypedBefore(island);
  const clicks = new HeldClicks();
  const listening = new AbortController();
  const { signal } = listening;
  let isAwake = false;

  for (const type of WAKING) island.addEventListener(type, onTouch, { passive: true, signal });
  island.addEventListener('click', (event) => clicks.hold(event) && void wake(), { capture: true, signal });
  island.addEventListener('beforeinput', (event) => typed.putBack(event), { signal });
  if (value === 'now') void wake();

  function onTouch(event: Event): void {
    const button = buttonOf(event);
    // Loading React would only delay its answer.
    if (button && hasOwnScript(button)) return;
    typed.note(event);
    void wake();
  }

  async function wake(): Promise<void> {
    if (isAwake) return;
    isAwake = true;
    try {
      const hydrate = await load();
      const { activeElement } = document;
      await hydrate();
      await untilReactIsThere(island);
      listening.abort();
      typed.tellReact();
      if (island.contains(activeElement)) giveFocusBack(activeElement);
    } catch {
      // The plain form works.
      listening.abort();
    }
    await clicks.replay();
  }
};

const MOST_FRAMES_WAITED = 300;

/** On a slow phone React hydrates some frames later. */
async function untilReactIsThere(island: HTMLElement): Promise<void> {
  const isThere = () => Object.keys(island.firstElementChild ?? {}).some((key) => key.startsWith('__reactProps'));
  for (let frame = 0; frame < MOST_FRAMES_WAITED && !isThere(); frame += 1) await nextFrame();
  await nextFrame();
}

/** React or an old `autofocus` may have taken it; whoever has moved on stays there. */
function giveFocusBack(focused: Element | null): void {
  const { activeElement, body } = document;
  const isLost = activeElement === body || activeElement?.hasAttribute('autofocus') === true;
  if (isLost && focused instanceof HTMLElement && focused.isConnected) focused.focus({ preventScroll: true });
}

export default interaction;
