import { nextFrame } from '#islands/hydration/frames.ts';

/** A queue of clicks on buttons before hydration, which are replayed after hydration. */
export class ClickQueue {
  readonly #buttons: HTMLButtonElement[] = [];

  /** Queues a click on a button that needs hydration. Returns whether the click was queued. */
  enqueue(event: Event): boolean {
    const button = buttonOf(event);
    if (!button || button.disabled || worksWithoutHydration(button)) return false;
    event.preventDefault();
    event.stopImmediatePropagation();
    // Two taps on a submit button send its form once; two taps on a button that changes a quantity change it twice.
    if (countsEveryClick(button) || !this.#buttons.includes(button)) this.#buttons.push(button);
    button.setAttribute('aria-busy', 'true');
    return true;
  }

  async replay(): Promise<void> {
    for (const button of this.#buttons) button.removeAttribute('aria-busy');
    for (const button of this.#buttons.splice(0)) {
      if (button.isConnected) button.click();
      // React must handle each click before the next click.
      await nextFrame();
    }
  }
}

function countsEveryClick(button: HTMLButtonElement): boolean {
  return button.type !== 'submit' || 'repeats' in button.dataset;
}

export function buttonOf({ target }: Event): HTMLButtonElement | null {
  return target instanceof Element ? target.closest('button') : null;
}

/**
 * Returns whether the button works without hydration: the script of every page handles the buttons that add to the
 * cart.
 */
export function worksWithoutHydration({ type, form }: HTMLButtonElement): boolean {
  return type === 'submit' && form !== null && form.hasAttribute('data-add-to-cart');
}
