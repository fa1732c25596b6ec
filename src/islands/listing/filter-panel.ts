import { listKey } from '#islands/listing/list-key.ts';

const NARROW_QUERY = '(width < 64rem)';
/** Stored instead of a list key if the page was loaded with its panel open, so that there is no list to go back to. */
const LOADED_OPEN = '';

export function isPanelOpen(): boolean {
  return matchMedia(NARROW_QUERY).matches && findPanel()?.classList.contains('is-open') === true;
}

/**
 * Returns the key of the list from before the panel opened (product.md, "Listing"), or an empty string if the page was
 * loaded with its panel open. Returns `undefined` if this is not the history entry of the panel.
 */
export function listKeyBeforePanel(): string | undefined {
  const key: unknown = history.state?.panel;
  return typeof key === 'string' ? key : undefined;
}

/** Marks the history entry of a page that was loaded with its panel open. */
export function markPanelEntry(): void {
  if (isPanelOpen() && listKeyBeforePanel() === undefined)
    history.replaceState({ ...history.state, panel: LOADED_OPEN }, '');
}

/** Opens the panel, and adds a history entry that contains the key of the current list. */
export async function enterPanel(url: string): Promise<void> {
  if (isPanelOpen()) return;
  // Laying out the filters takes long on a slow phone, so the empty panel is painted first.
  findPanel()?.classList.add('is-filling', 'is-open');
  await framePainted();
  findPanel()?.classList.remove('is-filling');
  history.replaceState({ ...history.state, scrollY }, '');
  history.pushState({ scrollY, panel: listKey(location.href) }, '', url);
  setPanelOpen(true);
}

/** Closes the panel. If the list has not changed, goes back, so that the history does not contain the list twice. */
export function leavePanel(): void {
  setPanelOpen(false);
  if (listKeyBeforePanel() === listKey(location.href)) {
    history.back();
    return;
  }
  const url = new URL(location.href);
  url.searchParams.delete('open_filter');
  history.replaceState({ ...history.state, panel: undefined }, '', url);
}

/** Opens or closes the panel to match the URL. */
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
