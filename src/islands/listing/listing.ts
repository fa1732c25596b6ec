/**
 * The address is the state of the listing. Following a filter, sort or page link fetches the next page's HTML and swaps
 * the list in place; when that fails, the browser simply goes there. Everything works without this script.
 */
import { canonicalListUrl } from '#lib/listing/list-query.ts';

/** Price filter debounce (specification, section 9); ticks wait less, so that two quick ones make one request. */
const PRICE_DEBOUNCE_MS = 300;
const TICK_DEBOUNCE_MS = 80;

export function startListing(afterSwap: () => void): void {
  if (!document.querySelector('[data-listing]')) return;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let fetching: AbortController | undefined;
  /** What the list on the page answers to: closing a quick view over it must not fetch it again. */
  let shown = listAddress(location.href);

  history.scrollRestoration = 'manual';
  afterSwap();
  const before: unknown = history.state?.scrollY;
  if (typeof before === 'number') requestAnimationFrame(() => scrollTo(0, before));
  addEventListener('pagehide', rememberPlace);

  document.addEventListener('click', (event) => {
    const target = event.target instanceof Element ? event.target : undefined;
    const link = target?.closest<HTMLAnchorElement>(
      '[data-listing] [data-list-link], [data-pages] a, [data-open-filter], [data-close-filter]',
    );
    if (!link || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    if (link.matches('[data-open-filter]')) showPanel(true, link.href);
    else if (link.matches('[data-close-filter]')) showPanel(false, link.href);
    else void go(link.href, link.closest('[data-pages]') !== null);
  });

  document.addEventListener('change', (event) => {
    const form =
      event.target instanceof Element ? event.target.closest<HTMLFormElement>('[data-filter-form], [data-sort]') : null;
    if (!form) return;
    clearTimeout(timer);
    const isPrice = event.target instanceof Element && event.target.closest('[data-price]') !== null;
    timer = setTimeout(() => go(addressOf(form), false), isPrice ? PRICE_DEBOUNCE_MS : TICK_DEBOUNCE_MS);
  });

  document.addEventListener('submit', (event) => {
    if (!(event.target instanceof HTMLFormElement) || !event.target.matches('[data-filter-form]')) return;
    event.preventDefault();
    clearTimeout(timer);
    const url = addressOf(event.target);
    showPanel(false, url);
    void go(url, true);
  });

  addEventListener('popstate', () => {
    if (listAddress(location.href) === shown) return;
    void swap(location.href).then(() => scrollTo(0, Number(history.state?.scrollY ?? 0)));
  });

  document.addEventListener('keydown', (event) => {
    if (event.key === 'Escape' && isPanelOpen()) document.querySelector<HTMLElement>('[data-close-filter]')?.click();
  });

  async function go(url: string, toTop: boolean): Promise<void> {
    rememberPlace();
    const target = new URL(url);
    if (isPanelOpen()) target.searchParams.set('open_filter', 'true');
    if (!(await swap(target.href))) return;
    history.pushState({ scrollY: toTop ? 0 : scrollY }, '', target);
    if (toTop) document.querySelector('[data-listing]')?.scrollIntoView();
  }

  /** True when the list on the page is the one of the address; a later call overtakes an earlier one. */
  async function swap(url: string): Promise<boolean> {
    fetching?.abort();
    const mine = new AbortController();
    fetching = mine;
    const listing = document.querySelector<HTMLElement>('[data-listing]');
    listing?.setAttribute('aria-busy', 'true');
    try {
      const answer = await fetch(url, { headers: { accept: 'text/html' }, signal: mine.signal });
      const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
      const next = page.querySelector<HTMLElement>('[data-listing]');
      if (!next || !listing) throw new Error('no list in the answer');
      keepOpenParts(listing, next);
      listing.replaceWith(next);
      shown = listAddress(url);
      document.title = page.title;
      afterSwap();
      restoreFocus(next);
      announce(next.dataset.countText ?? '');
      return true;
    } catch {
      if (!mine.signal.aborted) location.assign(url);
      return false;
    }
  }
}

/** Path and query without what only lies over the list. */
function listAddress(href: string): string {
  const url = new URL(href);
  url.searchParams.delete('quickView');
  url.searchParams.delete('open_filter');
  return `${url.pathname}?${url.searchParams}`;
}

function addressOf(form: HTMLFormElement): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of new FormData(form)) if (typeof value === 'string') parameters.append(name, value);
  return new URL(canonicalListUrl(form.getAttribute('action') ?? location.pathname, parameters), location.href).href;
}

function rememberPlace(): void {
  history.replaceState({ ...history.state, scrollY }, '');
}

function panel(): HTMLElement | null {
  return document.querySelector<HTMLElement>('[data-filter-panel]');
}

function isPanelOpen(): boolean {
  return panel()?.classList.contains('is-open') ?? false;
}

function showPanel(isOpen: boolean, url: string): void {
  panel()?.classList.toggle('is-open', isOpen);
  document.documentElement.classList.toggle('overflow-hidden', isOpen && matchMedia('(width < 64rem)').matches);
  history.replaceState(history.state, '', url);
  document.querySelector<HTMLElement>(isOpen ? '[data-close-filter]' : '[data-open-filter]')?.focus();
}

let focusedName = '';

/** Groups that were folded or unfolded stay so, and the panel keeps its place. */
function keepOpenParts(from: HTMLElement, to: HTMLElement): void {
  for (const group of from.querySelectorAll<HTMLDetailsElement>('[data-facet]')) {
    const same = to.querySelector<HTMLDetailsElement>(`[data-facet="${CSS.escape(group.dataset.facet ?? '')}"]`);
    if (same) same.open = group.open;
  }
  to.querySelector('[data-filter-panel]')?.classList.toggle('is-open', isPanelOpen());
  const place = from.querySelector('[data-filter-form]')?.scrollTop ?? 0;
  queueMicrotask(() => requestAnimationFrame(() => to.querySelector('[data-filter-form]')?.scrollTo(0, place)));
  focusedName = document.activeElement ? selectorOf(document.activeElement) : '';
}

function selectorOf(element: Element): string {
  if (element instanceof HTMLInputElement && element.type === 'range')
    return `[aria-label="${element.getAttribute('aria-label')}"]`;
  if (element instanceof HTMLInputElement)
    return `input:not([type="hidden"])[name="${element.name}"][value="${CSS.escape(element.value)}"]`;
  if (element instanceof HTMLSelectElement) return `select[name="${element.name}"]`;
  return '';
}

function restoreFocus(root: HTMLElement): void {
  if (focusedName) root.querySelector<HTMLElement>(focusedName)?.focus({ preventScroll: true });
}

/** Screen readers hear how many are left; eyes see it above the list. */
function announce(text: string): void {
  const line = document.createElement('p');
  line.className = 'sr-only';
  line.textContent = text;
  document.querySelector('#toasts')?.replaceChildren(line);
}
