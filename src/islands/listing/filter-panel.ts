import { listAddress } from '#islands/listing/list-address.ts';

const PHONE = '(width < 64rem)';
/** A page that was loaded with its panel open has no previous list to go back to. */
const LOADED_OPEN = '';

export function isPanelOpen(): boolean {
  return matchMedia(PHONE).matches && panel()?.classList.contains('is-open') === true;
}

/** The list before the panel was opened, whose history entry this is (product.md, "Listing"). */
export function panelVisit(): string | undefined {
  const visit: unknown = history.state?.panel;
  return typeof visit === 'string' ? visit : undefined;
}

export function startPanel(): void {
  if (isPanelOpen() && panelVisit() === undefined) history.replaceState({ ...history.state, panel: LOADED_OPEN }, '');
}

export async function enterPanel(url: string): Promise<void> {
  if (isPanelOpen()) return;
  // A slow phone needs time for the groups, and to hide the elements behind them, so the empty panel is painted first.
  panel()?.classList.add('is-filling', 'is-open');
  await framePainted();
  panel()?.classList.remove('is-filling');
  history.replaceState({ ...history.state, scrollY }, '');
  history.pushState({ scrollY, panel: listAddress(location.href) }, '', url);
  showPanel(true);
}

/** Goes back if nothing was changed, so that no history entry with the same list remains. */
export function leavePanel(): void {
  showPanel(false);
  if (panelVisit() === listAddress(location.href)) {
    history.back();
    return;
  }
  const url = new URL(location.href);
  url.searchParams.delete('open_filter');
  history.replaceState({ ...history.state, panel: undefined }, '', url);
}

export function followPanel(): void {
  const shouldBeOpen = new URL(location.href).searchParams.has('open_filter');
  if (shouldBeOpen !== isPanelOpen()) showPanel(shouldBeOpen);
}

export function showPanel(isOpen: boolean): void {
  panel()?.classList.toggle('is-open', isOpen);
  const control = document.querySelector<HTMLElement>(isOpen ? '[data-close-filter]' : '[data-open-filter]');
  control?.focus({ preventScroll: true });
}

/** `islands/hydration` has its own, which would be another file for every list. */
function framePainted(): Promise<void> {
  return new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
}

function panel(): HTMLElement | null {
  return document.querySelector<HTMLElement>('[data-filter-panel]');
}
