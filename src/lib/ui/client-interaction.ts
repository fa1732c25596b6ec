import type { ClientDirective } from 'astro';

const WAKING = ['pointerover', 'touchstart', 'focusin', 'input', 'change'] as const;
type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/**
 * Loads an island on the first touch. Clicks on its buttons are held until React is there and then replayed; what was
 * typed, ticked or chosen before is put back; when the code can't be loaded, the plain form below does the work.
 */
const interaction: ClientDirective = (load, _options, island) => {
  const touched = new Set<Control>();
  let heldClick: HTMLElement | undefined;
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
    heldClick = button;
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
      await new Promise((painted) => requestAnimationFrame(() => setTimeout(painted)));
      stopListening();
      for (const restore of before) restore();
      if (focused?.isConnected && document.activeElement !== focused) focused.focus({ preventScroll: true });
      replay((button) => button.click());
    } catch {
      stopListening();
      replay(submitPlainly);
    }
  }

  function stopListening(): void {
    for (const type of WAKING) island.removeEventListener(type, onTouch);
    island.removeEventListener('click', holdClick, { capture: true });
  }

  function replay(act: (button: HTMLElement) => void): void {
    heldClick?.removeAttribute('aria-busy');
    if (heldClick?.isConnected) act(heldClick);
    heldClick = undefined;
  }
};

function submitPlainly(button: HTMLElement): void {
  if (button instanceof HTMLButtonElement && button.form) button.form.requestSubmit(button);
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
