const FAILURE_MESSAGE = 'The list could not be loaded. Please check your connection and try again.';
const FAILURE_SHOWN_MS = 5_000;

/**
 * Copies the state of the filter panel and its groups to the new list. The returned function is called after the list
 * is replaced: it restores the focus and announces the number of products.
 */
export function preserveView(listing: HTMLElement, newListing: HTMLElement): () => void {
  copyPanelState(listing, newListing);
  const focusSelectors = document.activeElement ? selectorsOf(document.activeElement) : [];
  return () => {
    const target = focusSelectors
      .map((selector) => newListing.querySelector<HTMLElement>(selector))
      .find((element) => element);
    target?.focus({ preventScroll: true });
    showStatus(newListing.dataset.countText ?? '', 'sr-only');
  };
}

function copyPanelState(from: HTMLElement, to: HTMLElement): void {
  for (const group of from.querySelectorAll<HTMLDetailsElement>('[data-facet]')) {
    const sameGroup = to.querySelector<HTMLDetailsElement>(`[data-facet="${CSS.escape(group.dataset.facet ?? '')}"]`);
    if (sameGroup) sameGroup.open = group.open;
  }
  const isOpen = from.querySelector('[data-filter-panel]')?.classList.contains('is-open') ?? false;
  to.querySelector('[data-filter-panel]')?.classList.toggle('is-open', isOpen);
  const scrollTop = from.querySelector('[data-filter-form]')?.scrollTop ?? 0;
  if (scrollTop > 0) requestAnimationFrame(() => to.querySelector('[data-filter-form]')?.scrollTo(0, scrollTop));
}

/**
 * Returns selectors for the control in the new list that gets the focus: the same control or, for a filter link, a
 * control near it. Returns none for an element outside the list.
 */
function selectorsOf(element: Element): string[] {
  if (element instanceof HTMLInputElement && element.type === 'range')
    return [`[aria-label="${element.getAttribute('aria-label')}"]`];
  if (element instanceof HTMLInputElement)
    return [`input:not([type="hidden"])[name="${element.name}"][value="${CSS.escape(element.value)}"]`];
  if (element.matches('[data-open-filter]')) return ['[data-open-filter]'];
  if (element instanceof HTMLSelectElement) return [`select[name="${element.name}"]`];
  const group = element.closest<HTMLElement>('[data-facet]')?.dataset.facet;
  if (group) return [`[data-facet="${CSS.escape(group)}"] summary`];
  return element.matches('[data-listing] [data-list-link]') ? ['.list-chips a', 'select[name="sort"]'] : [];
}

/**
 * Shows an error message for `FAILURE_SHOWN_MS`. Does not use `toast`, whose code would be too large for the first load
 * of a list.
 */
export function showFailure(): void {
  const message = showStatus(FAILURE_MESSAGE, 'pointer-events-auto max-w-md px-4 py-3 text-white bg-madder');
  setTimeout(() => message.remove(), FAILURE_SHOWN_MS);
}

function showStatus(text: string, className: string): HTMLElement {
  const line = document.createElement('p');
  Object.assign(line, { className, textContent: text });
  document.querySelector('#toasts')?.replaceChildren(line);
  return line;
}
