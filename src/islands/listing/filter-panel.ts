export function isPanelOpen(): boolean {
  return panel()?.classList.contains('is-open') ?? false;
}

export function showPanel(isOpen: boolean, url: string): void {
  panel()?.classList.toggle('is-open', isOpen);
  document.documentElement.classList.toggle('overflow-hidden', isOpen && matchMedia('(width < 64rem)').matches);
  history.replaceState(history.state, '', url);
  document.querySelector<HTMLElement>(isOpen ? '[data-close-filter]' : '[data-open-filter]')?.focus();
}

export function keepPanel(from: HTMLElement, to: HTMLElement): void {
  for (const group of from.querySelectorAll<HTMLDetailsElement>('[data-facet]')) {
    const same = to.querySelector<HTMLDetailsElement>(`[data-facet="${CSS.escape(group.dataset.facet ?? '')}"]`);
    if (same) same.open = group.open;
  }
  to.querySelector('[data-filter-panel]')?.classList.toggle('is-open', isPanelOpen());
  const top = from.querySelector('[data-filter-form]')?.scrollTop ?? 0;
  queueMicrotask(() => requestAnimationFrame(() => to.querySelector('[data-filter-form]')?.scrollTo(0, top)));
}

function panel(): HTMLElement | null {
  return document.querySelector<HTMLElement>('[data-filter-panel]');
}
