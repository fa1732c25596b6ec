import type { ClientDirective } from 'astro';

const WAKING = ['pointerover', 'touchstart', 'focusin', 'input', 'change'] as const;
type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/**
 * Loads an island on the first touch. Clicks on its buttons are held until React is there and then replayed; what was
 * typed, ticked or chosen before is put back; when the code can't be loaded, the plain form below does the work.
 * `client:interaction="now"` loads without waiting for a touch, and takes the same care of what was typed meanwhile.
 */
const interaction: ClientDirective = (load, { value }, island) => {
  /** By control; people go on typing while React is on its way, so each event renews its own. */
  const touched = new Map<Control, Memory>();
  const heldClicks: HTMLButtonElement[] = [];
  let isAwake = false;

  // What was typed before this code was there, or is put back by the browser on a reload.
  for (const control of island.querySelectorAll<Control>('input, textarea, select'))
    if (isChanged(control)) touched.set(control, rememberControl(control));
  for (const type of WAKING) island.addEventListener(type, onTouch, { passive: true });
  island.addEventListener('click', holdClick, { capture: true });
  island.addEventListener('beforeinput', putBack);
  if (value === 'now') void wake();

  function onTouch(event: Event): void {
    const button = buttonOf(event);
    // React, of no use to it, would only keep its answer waiting.
    if (button && hasOwnScript(button)) return;
    if ((event.type === 'input' || event.type === 'change') && isControl(event.target)) {
      // The last touched goes last: of two radios that were tried, it is the one that stays.
      touched.delete(event.target);
      touched.set(event.target, rememberControl(event.target));
    }
    void wake();
  }

  /** React, half awake, empties a field that it takes to be empty; before the next letter comes, the text is there again. */
  function putBack({ target }: Event): void {
    if (isControl(target)) touched.get(target)?.putBack();
  }

  function holdClick(event: MouseEvent): void {
    const button = buttonOf(event);
    if (!button || button.disabled || hasOwnScript(button)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    // Two taps on a submit button mean one order; two on "one more" mean two more.
    if (isRepeated(button) || !heldClicks.includes(button)) heldClicks.push(button);
    button.setAttribute('aria-busy', 'true');
    void wake();
  }

  async function wake(): Promise<void> {
    if (isAwake) return;
    isAwake = true;
    try {
      const hydrate = await load();
      const focused =
        document.activeElement instanceof HTMLElement && island.contains(document.activeElement)
          ? document.activeElement
          : undefined;
      await hydrate();
      await untilReactIsThere(island);
      stopListening();
      for (const { tellReact } of touched.values()) tellReact();
      if (focused?.isConnected && isFocusLost()) focused.focus({ preventScroll: true });
    } catch {
      // Without the code the plain form does the work.
      stopListening();
    }
    // With the code, React hears these; without it, the form, link or popover under the button does its work.
    await replay();
  }

  function stopListening(): void {
    for (const type of WAKING) island.removeEventListener(type, onTouch);
    island.removeEventListener('click', holdClick, { capture: true });
    island.removeEventListener('beforeinput', putBack);
  }

  async function replay(): Promise<void> {
    for (const button of heldClicks) button.removeAttribute('aria-busy');
    for (const button of heldClicks.splice(0)) {
      if (button.isConnected) button.click();
      // React answers one click before it hears the next.
      await nextTask();
    }
  }
};

const MOST_FRAMES_WAITED = 300;

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

function buttonOf({ target }: Event): HTMLButtonElement | null {
  return target instanceof Element ? target.closest('button') : null;
}

function isRepeated(button: HTMLButtonElement): boolean {
  return button.type !== 'submit' || 'repeats' in button.dataset;
}

/** Adding to the cart need not wait for React. */
function hasOwnScript({ type, form }: HTMLButtonElement): boolean {
  return type === 'submit' && form !== null && form.hasAttribute('data-add-to-cart');
}

function isControl(target: EventTarget | null): target is Control {
  return (
    target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement
  );
}

/** React takes it away, or an `autofocus` that has long been served; whoever has gone on meanwhile stays there. */
function isFocusLost(): boolean {
  const { activeElement, body } = document;
  return activeElement === body || activeElement?.hasAttribute('autofocus') === true;
}

function isChanged(control: Control): boolean {
  if (control instanceof HTMLSelectElement)
    return [...control.options].some((option) => option.selected !== option.defaultSelected);
  if (control instanceof HTMLInputElement && (control.type === 'checkbox' || control.type === 'radio'))
    return control.checked !== control.defaultChecked;
  return control.value !== control.defaultValue;
}

/** React knows nothing of what was typed before it woke. */
interface Memory {
  putBack(): void;
  tellReact(): void;
}

function rememberControl(control: Control): Memory {
  const putBack = () => {};
  if (control instanceof HTMLInputElement && (control.type === 'checkbox' || control.type === 'radio')) {
    const wasChecked = control.checked;
    return { putBack, tellReact: () => retick(control, wasChecked) };
  }
  if (control.type === 'file') {
    return { putBack, tellReact: () => void control.dispatchEvent(new Event('change', { bubbles: true })) };
  }
  const value = control.value;
  const caret = 'selectionStart' in control ? control.selectionStart : null;
  return {
    putBack() {
      if (control.value !== value) setValue(control, value, caret);
    },
    tellReact: () => retype(control, value, caret),
  };
}

/** React hears a tick as a click that changes what it last saw, so it is first shown the opposite. */
function retick(control: HTMLInputElement, wasChecked: boolean): void {
  const isAsServed = control.checked === wasChecked && wasChecked === control.defaultChecked;
  if (!control.isConnected || isAsServed || (control.type === 'radio' && !wasChecked)) return;
  control.checked = !wasChecked;
  control.click();
}

/** The control's own setter tells React of the value that was served, the prototype's then puts the typed one past it. */
function retype(control: Control, value: string, caret: number | null): void {
  if (!control.isConnected) return;
  const isChoice = control instanceof HTMLSelectElement;
  if (!isChoice) control.value = control.defaultValue;
  setValue(control, value, caret);
  control.dispatchEvent(new Event(isChoice ? 'change' : 'input', { bubbles: true }));
  setCaret(control, caret);
}

/** Past React, whose own setter stands before the prototype's. */
function setValue(control: Control, value: string, caret: number | null): void {
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(control), 'value')?.set?.call(control, value);
  setCaret(control, caret);
}

function setCaret(control: Control, caret: number | null): void {
  if (caret !== null && 'setSelectionRange' in control) control.setSelectionRange(caret, caret);
}

export default interaction;
