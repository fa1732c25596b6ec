type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

interface Memory {
  putBack(): void;
  tellReact(): void;
}

/** What was typed, ticked or chosen in an island before React is there, which knows nothing of it. */
export class TypedBefore {
  readonly #memories = new Map<Control, Memory>();

  /** Text may be older than this code: typed early, or restored by the browser on a reload. */
  constructor(island: HTMLElement) {
    for (const control of island.querySelectorAll<Control>('input, textarea, select'))
      if (isChanged(control)) this.#memories.set(control, rememberControl(control));
  }

  note({ type, target }: Event): void {
    if ((type !== 'input' && type !== 'change') || !isControl(target)) return;
    // Of two radios, the last one touched must stay.
    this.#memories.delete(target);
    this.#memories.set(target, rememberControl(target));
  }

  /** React may empty a field while it hydrates; the text must be back before the next letter. */
  putBack({ target }: Event): void {
    if (isControl(target)) this.#memories.get(target)?.putBack();
  }

  tellReact(): void {
    for (const memory of this.#memories.values()) memory.tellReact();
  }
}

function isControl(target: EventTarget | null): target is Control {
  return (
    target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement
  );
}

function isChanged(control: Control): boolean {
  if (control instanceof HTMLSelectElement)
    return [...control.options].some((option) => option.selected !== option.defaultSelected);
  if (control instanceof HTMLInputElement && (control.type === 'checkbox' || control.type === 'radio'))
    return control.checked !== control.defaultChecked;
  return control.value !== control.defaultValue;
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

/** React ignores a click that changes nothing, so it is first shown the opposite. */
function retick(control: HTMLInputElement, wasChecked: boolean): void {
  const isAsServed = control.checked === wasChecked && wasChecked === control.defaultChecked;
  if (!control.isConnected || isAsServed || (control.type === 'radio' && !wasChecked)) return;
  control.checked = !wasChecked;
  control.click();
}

/** React tracks the control's own setter: it hears of the served value there, and of the typed one by the event. */
function retype(control: Control, value: string, caret: number | null): void {
  if (!control.isConnected) return;
  const isChoice = control instanceof HTMLSelectElement;
  if (!isChoice) control.value = control.defaultValue;
  setValue(control, value, caret);
  control.dispatchEvent(new Event(isChoice ? 'change' : 'input', { bubbles: true }));
  setCaret(control, caret);
}

/** By the prototype's setter, which React does not track. */
function setValue(control: Control, value: string, caret: number | null): void {
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(control), 'value')?.set?.call(control, value);
  setCaret(control, caret);
}

function setCaret(control: Control, caret: number | null): void {
  if (caret !== null && 'setSelectionRange' in control) control.setSelectionRange(caret, caret);
}
