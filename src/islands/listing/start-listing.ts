import { enterPanel, isPanelOpen, leavePanel, markPanelEntry, syncPanel } from '#islands/listing/filter-panel.ts';
import { chosenUrl, Listing, rememberScroll } from '#islands/listing/listing.ts';

const PANEL_LINK_SELECTOR = '[data-open-filter], [data-menu-filter]';
const LINK_SELECTOR = `[data-listing] [data-list-link], [data-pages] a, ${PANEL_LINK_SELECTOR}, [data-close-filter]`;

export function startListing(onListShown: () => void): void {
  if (!document.querySelector('[data-listing]')) return;
  const list = new Listing(onListShown);
  history.scrollRestoration = 'manual';
  onListShown();
  markPanelEntry();
  list.applyEarlierChoices();
  const savedScrollY: unknown = history.state?.scrollY;
  if (typeof savedScrollY === 'number') requestAnimationFrame(() => scrollTo(0, savedScrollY));
  addEventListener('pagehide', rememberScroll);
  addEventListener('popstate', () => followHistory(list));
  // Shows a list that the Back button could not load while the device was offline.
  addEventListener('online', () => followHistory(list));
  document.addEventListener('click', (event) => followLink(list, event));
  document.addEventListener('keydown', ({ key }) => {
    if (key === 'Escape' && isPanelOpen()) leavePanel();
  });
}

function followHistory(list: Listing): void {
  syncPanel();
  list.cancel();
  if (list.isShown(location.href)) return;
  void list.show(location.href).then((isShown) => {
    if (isShown) scrollTo(0, Number(history.state?.scrollY ?? 0));
  });
}

function followLink(list: Listing, event: MouseEvent): void {
  const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>(LINK_SELECTOR) : null;
  if (!link || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  event.preventDefault();
  if (link.matches(PANEL_LINK_SELECTOR)) openPanel(link.href);
  else if (link.matches('[data-close-filter]')) leavePanel();
  else if (link.closest('[data-filter-form]')) void list.navigate(chosenUrl(new URL(link.href).searchParams), false);
  else void list.navigate(link.href, link.closest('[data-pages]') !== null);
}

function openPanel(url: string): void {
  document.querySelector<HTMLElement>('#mobile-menu')?.hidePopover();
  void enterPanel(url);
}
