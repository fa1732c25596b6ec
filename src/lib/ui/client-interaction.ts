import type { ClientDirective } from 'astro';

const WAKING = ['pointerover', 'touchstart', 'focusin', 'input', 'change'] as const;
type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/**
 * Loads an island on the first touch. Clicks on its buttons are held until React is there and then replayed; what was
 * typed, ticked or chosen before is put back; when the code can't be loaded, the plain form below does the work.
 */
const interaction: ClientDirective = (load, _options, island) => {
  const touched = new Set<Control>();
  const heldClicks: HTMLButtonElement[] = [];
  let isAwake = false;

  for (const type of WAKING) island.addEventListener(type, onTouch, { passive: true });
  island.addEventListener('click', holdClick, { capture: true });

  function onTouch(event: Event): void {
    if ((event.type === 'input' || event.type === 'change') && isControl(event.target)) touched.add(event.target);
    void wake();
  }

  function holdClick(event: MouseEvent): void {
    const button = event.target instanceof Element ? event.target.closest('button') : null;
    if (!button || button.disabled) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    // Two taps on a submit button mean one order; two on "one more" mean two more.
    if (button.type !== 'submit' || !heldClicks.includes(button)) heldClicks.push(button);
    button.setAttribute('aria-busy', 'true');
    void wake();
  }

  async function wake(): Promise<void> {
    if (isAwake) return;
    isAwake = true;
    try {
      const hydrate = await load();
      const before = rememberControls(touched);
      const focused =
        document.activeElement instanceof HTMLElement && island.contains(document.activeElement)
          ? document.activeElement
          : undefined;
      await hydrate();
      await untilReactIsThere(island);
      stopListening();
      for (const restore of before) restore();
      if (focused?.isConnected && document.activeElement !== focused) focused.focus({ preventScroll: true });
    } catch {
      stopListening();
    }
    // With the code, React hears these; without it, the form, link or popover under the button does its work.
    replay();
  }

  function stopListening(): void {
    for (const type of WAKING) island.removeEventListener(type, onTouch);
    island.removeEventListener('click', holdClick, { capture: true });
  }

  function replay(): void {
    for (const button of heldClicks) button.removeAttribute('aria-busy');
    for (const button of heldClicks.splice(0)) if (button.isConnected) button.click();
  }
};

const MOST_FRAMES_WAITED = 60;

/** React hydrates in its own time: on a slow phone some frames after it was asked to. */
async function untilReactIsThere(island: HTMLElement): Promise<void> {
  const isThere = () => Object.keys(island.firstElementChild ?? {}).some((key) => key.startsWith('__reactProps'));
  for (let frame = 0; frame < MOST_FRAMES_WAITED && !isThere(); frame += 1) await nextTask();
  await nextTask();
}

function nextTask(): Promise<void> {
  return new Promise((done) => {
    // A page in the background paints no frames, but its islands wake all the same.
    const timer = setTimeout(done, 100);
    requestAnimationFrame(() => {
      clearTimeout(timer);
      setTimeout(done);
    });
  });
}

function isControl(target: EventTarget | null): target is Control {
  return (
    target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement
  );
}

/** React writes its own idea of a control's value over what was typed before it woke; each function puts one back. */
function rememberControls(controls: Set<Control>): (() => void)[] {
  return [...controls].map((control) => {
    const isTick = control instanceof HTMLInputElement && (control.type === 'checkbox' || control.type === 'radio');
    const property = isTick ? 'checked' : 'value';
    const value: unknown = Reflect.get(control, property);
    const caret = !isTick && 'selectionStart' in control ? control.selectionStart : null;
    return () => {
      if (!control.isConnected) return;
      // A tick is React's `click`, so it is clicked where it differs; text goes through the prototype's own setter.
      if (isTick) {
        if (control.checked !== value) control.click();
        return;
      }
      Object.getOwnPropertyDescriptor(Object.getPrototypeOf(control), property)?.set?.call(control, value);
      control.dispatchEvent(new Event(control instanceof HTMLSelectElement ? 'change' : 'input', { bubbles: true }));
      if (caret !== null && 'setSelectionRange' in control) control.setSelectionRange(caret, caret);
    };
  });
}

export default interaction;
