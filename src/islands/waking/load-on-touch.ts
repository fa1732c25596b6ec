type Open = (control: HTMLElement) => unknown;

/**
 * Loads the code behind repeated controls on the first touch of one. A click before the code is there is held and
 * carried out when it comes; when it can't come, the link or form under the control does the work.
 */
export function loadOnTouch(selector: string, load: (control: HTMLElement) => Promise<Open>): void {
  function controlOf(event: Event): HTMLElement | null {
    return event.target instanceof Element ? event.target.closest<HTMLElement>(selector) : null;
  }

  for (const type of ['pointerover', 'touchstart', 'focusin']) {
    document.addEventListener(
      type,
      (event) => {
        const control = controlOf(event);
        // The click that follows tries again.
        if (control) load(control).catch(() => undefined);
      },
      { passive: true },
    );
  }

  // Who types into a field that opens something wants it open; what is typed until then stays in the field.
  document.addEventListener('input', (event) => {
    const control = controlOf(event);
    if (control && !(event instanceof InputEvent && event.isComposing)) act(control);
  });

  document.addEventListener('click', (event) => {
    const control = controlOf(event);
    const isPlainClick = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
    if (!control || !isPlainClick) return;
    event.preventDefault();
    act(control);
  });

  function act(control: HTMLElement): void {
    if (control.hasAttribute('aria-busy')) return;
    control.setAttribute('aria-busy', 'true');
    load(control)
      .then(
        (open) => open(control),
        () => actPlainly(control),
      )
      .finally(() => control.removeAttribute('aria-busy'));
  }
}

function actPlainly(control: HTMLElement): void {
  if (control instanceof HTMLAnchorElement) location.assign(control.href);
  else if (control instanceof HTMLButtonElement) control.form?.requestSubmit(control);
}
