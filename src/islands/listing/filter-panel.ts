import { listAddress } from '#islands/listing/list-address.ts';

const NARROW_QUERY = '(width < 64rem)';
/** Stored instead of the previous list if the page was loaded with its panel open and has no list to go back to. */
const LOADED_OPEN = '';

export function isPanelOpen(): boolean {
  return matchMedia(NARROW_QUERY).matches && findPanel()?.classList.contains('is-open') === true;
}

/**
 * Returns the list from before the panel opened, or `undefined` if this is not the history entry of the panel
 * (product.md, "Listing"). Returns an empty string if the page was loaded with its panel open.
 */
export function listBeforePanel(): string | undefined {
  const list: unknown = history.state?.panel;
  return typeof list === 'string' ? list : undefined;
}

/** Marks the history entry of a page that was loaded with its panel open. */
export function markPanelEntry(): void {
  if (isPanelOpen() && listBeforePanel() === undefined)
    history.replaceState({ ...history.state, panel: LOADED_OPEN }, '');
}

export async function enterPanel(url: string): Promise<void> {
  if (isPanelOpen()) return;
  // A slow phone needs time to lay out the groups and cover the page, so the empty panel is painted first.
  findPanel()?.classList.add('is-filling', 'is-open');
  await framePainted();
  findPanel()?.classList.remove('is-filling');
  history.replaceState({ ...history.state, scrollY }, '');
  history.pushState({ scrollY, panel: listAddress(location.href) }, '', url);
  setPanelOpen(true);
}

/** Closes the panel. If the list has not changed, goes back, so that the history does not contain the list twice. */
export function leavePanel(): void {
  setPanelOpen(false);
  if (listBeforePanel() === listAddress(location.href)) {
    history.back();
    return;
  }
  const url = new URL(location.href);
  url.searchParams.delete('open_filter');
  history.replaceState({ ...history.state, panel: undefined }, '', url);
}

/** Opens or closes the panel to match the address. */
export function syncPanel(): void {
  const shouldBeOpen = new URL(location.href).searchParams.has('open_filter');
  if (shouldBeOpen !== isPanelOpen()) setPanelOpen(shouldBeOpen);
}

export function setPanelOpen(isOpen: boolean): void {
  findPanel()?.classList.toggle('is-open', isOpen);
  const control = document.querySelector<HTMLElement>(isOpen ? '[data-close-filter]' : '[data-open-filter]');
  control?.focus({ preventScroll: true });
}

/** Used instead of `nextFrame` from islands/hydration, because importing it would make every list load another file. */
function framePainted(): Promise<void> {
  return new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
}

function findPanel(): HTMLElement | null {
  return document.querySelector<HTMLElement>('[data-filter-panel]');
}
