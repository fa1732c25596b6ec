type Handler = (control: HTMLElement) => unknown;
type LoadHandler = (control: HTMLElement) => Promise<Handler>;

declare global {
  var codeRunDelay: Promise<void> | undefined;
}

const MAX_TOUCH_MS = 1_000;
let endCodeRunDelay = () => {};

/**
 * Loads the handler of a control on the first interaction with it. A click waits for the handler. If the handler can't
 * be loaded, the plain link or form is used.
 */
export function loadOnInteraction(selector: string, load: LoadHandler): void {
  const controlOf = ({ target }: Event) => (target as Partial<Element>).closest?.<HTMLElement>(selector);

  for (const type of ['pointerover', 'focusin']) {
    document.addEventListener(type, (event) => {
      const control = controlOf(event);
      if (!control) return;
      if ((event as Partial<PointerEvent>).pointerType === 'touch') globalThis.codeRunDelay = untilFrameShown();
      // If the load fails, the click loads the handler again.
      load(control).catch(() => undefined);
    });
  }

  // Typing in the search field opens the search, too; the text stays in the field.
  for (const type of ['input', 'click']) {
    document.addEventListener(type, (event: Event & Partial<InputEvent & MouseEvent>) => {
      const control = controlOf(event);
      const isIgnored = event.isComposing || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;
      if (!control || isIgnored) return;
      event.preventDefault();
      handleOnce(control, load);
    });
  }
}

/**
 * Waits for the frame that shows the response to the click, or for a second if there is no click. The code
 * requested by a touch is fetched immediately (preload.ts), but runs only after this wait.
 */
function untilFrameShown(): Promise<void> {
  return new Promise((resolve) => {
    endCodeRunDelay = resolve;
    setTimeout(resolve, MAX_TOUCH_MS);
  });
}

function handleOnce(control: HTMLElement, load: LoadHandler): void {
  requestAnimationFrame(() => setTimeout(endCodeRunDelay));
  if (control.ariaBusy) return;
  control.ariaBusy = 'true';
  load(control)
    .then(
      (handle) => handle(control),
      () => followNatively(control),
    )
    .finally(() => {
      control.ariaBusy = null;
    });
}

function followNatively(control: HTMLElement): void {
  if (control instanceof HTMLButtonElement) control.form?.requestSubmit(control);
  else if ('href' in control) location.href = String(control.href);
}
