/** The address is the state of the list. When a fetch fails, or without this script, the links work as links. */
import { isPanelOpen, showPanel } from '#islands/listing/filter-panel.ts';
import { type ListSwapper, listSwapper, rememberScroll } from '#islands/listing/swap-list.ts';
import { canonicalListUrl } from '#lib/listing/list-query.ts';

/** Ticks wait too, so that two quick ones make one request (product.md, "Listing"). */
const PRICE_DEBOUNCE_MS = 300;
const TICK_DEBOUNCE_MS = 80;

export function startListing(afterSwap: () => void): void {
  if (!document.querySelector('[data-listing]')) return;
  const list = listSwapper(afterSwap);
  history.scrollRestoration = 'manual';
  afterSwap();
  const before: unknown = history.state?.scrollY;
  if (typeof before === 'number') requestAnimationFrame(() => scrollTo(0, before));
  addEventListener('pagehide', rememberScroll);
  followLinks(list);
  followForms(list);
  addEventListener('popstate', () => {
    if (list.isShown(location.href)) return;
    void list.swap(location.href).then(() => scrollTo(0, Number(history.state?.scrollY ?? 0)));
  });
  document.addEventListener('keydown', (event) => {
    if (event.key === 'Escape' && isPanelOpen()) document.querySelector<HTMLElement>('[data-close-filter]')?.click();
  });
}

function followLinks(list: ListSwapper): void {
  document.addEventListener('click', (event) => {
    const target = event.target instanceof Element ? event.target : undefined;
    const link = target?.closest<HTMLAnchorElement>(
      '[data-listing] [data-list-link], [data-pages] a, [data-open-filter], [data-close-filter]',
    );
    if (!link || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    if (link.matches('[data-open-filter]')) showPanel(true, link.href);
    else if (link.matches('[data-close-filter]')) showPanel(false, link.href);
    else void list.go(link.href, link.closest('[data-pages]') !== null);
  });
}

function followForms(list: ListSwapper): void {
  let timer: ReturnType<typeof setTimeout> | undefined;

  document.addEventListener('change', (event) => {
    const form =
      event.target instanceof Element ? event.target.closest<HTMLFormElement>('[data-filter-form], [data-sort]') : null;
    if (!form) return;
    clearTimeout(timer);
    const isPrice = event.target instanceof Element && event.target.closest('[data-price]') !== null;
    timer = setTimeout(() => list.go(addressOf(form), false), isPrice ? PRICE_DEBOUNCE_MS : TICK_DEBOUNCE_MS);
  });

  document.addEventListener('submit', (event) => {
    if (!(event.target instanceof HTMLFormElement) || !event.target.matches('[data-filter-form]')) return;
    event.preventDefault();
    clearTimeout(timer);
    const url = addressOf(event.target);
    showPanel(false, url);
    void list.go(url, true);
  });
}

function addressOf(form: HTMLFormElement): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of new FormData(form)) if (typeof value === 'string') parameters.append(name, value);
  return new URL(canonicalListUrl(form.getAttribute('action') ?? location.pathname, parameters), location.href).href;
}
