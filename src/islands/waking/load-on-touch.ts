type Open = (control: HTMLElement) => unknown;
type Load = (control: HTMLElement) => Promise<Open>;

/** Loads code on the first touch of a control. A click waits for it; without it the plain link or form works. */
export function loadOnTouch(selector: string, load: Load): void {
  const controlOf = ({ target }: Event) => (target instanceof Element ? target.closest<HTMLElement>(selector) : null);

  for (const type of ['pointerover', 'touchstart', 'focusin']) {
    document.addEventListener(
      type,
      (event) => {
        const control = controlOf(event);
        // The click tries again.
        if (control) load(control).catch(() => undefined);
      },
      { passive: true },
    );
  }

  // Typing opens, too; the text stays in the field.
  document.addEventListener('input', (event) => {
    const control = controlOf(event);
    if (control && !(event instanceof InputEvent && event.isComposing)) openOnce(control, load);
  });

  document.addEventListener('click', (event) => {
    const control = controlOf(event);
    const isPlainClick = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
    if (!control || !isPlainClick) return;
    event.preventDefault();
    openOnce(control, load);
  });
}

function openOnce(control: HTMLElement, load: Load): void {
  if (control.hasAttribute('aria-busy')) return;
  control.setAttribute('aria-busy', 'true');
  load(control)
    .then(
      (open) => open(control),
      () => actPlainly(control),
    )
    .finally(() => control.removeAttribute('aria-busy'));
}

function actPlainly(control: HTMLElement): void {
  if (control instanceof HTMLAnchorElement) location.assign(control.href);
  else if (control instanceof HTMLButtonElement) control.form?.requestSubmit(control);
}
