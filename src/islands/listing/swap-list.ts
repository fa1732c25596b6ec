import { isPanelOpen, keepPanel } from '#islands/listing/filter-panel.ts';

export interface ListSwapper {
  /** When it fails, the browser goes to the address. */
  go(url: string, toTop: boolean): Promise<void>;
  /** Like `go`, without a new entry in the history. */
  swap(url: string): Promise<boolean>;
  /** Closing a quick view over the list must not fetch the list again. */
  isShown(url: string): boolean;
}

export function listSwapper(afterSwap: () => void): ListSwapper {
  let fetching: AbortController | undefined;
  let shown = listAddress(location.href);

  async function swap(url: string): Promise<boolean> {
    fetching?.abort();
    const mine = new AbortController();
    fetching = mine;
    const listing = document.querySelector<HTMLElement>('[data-listing]');
    listing?.setAttribute('aria-busy', 'true');
    try {
      const page = await fetchPage(url, mine.signal);
      const next = page.querySelector<HTMLElement>('[data-listing]');
      if (!next || !listing) throw new Error('no list in the answer');
      replaceList(listing, next, afterSwap);
      shown = listAddress(url);
      document.title = page.title;
      return true;
    } catch {
      if (!mine.signal.aborted) location.assign(url);
      return false;
    }
  }

  async function go(url: string, toTop: boolean): Promise<void> {
    rememberScroll();
    const target = new URL(url);
    if (isPanelOpen()) target.searchParams.set('open_filter', 'true');
    if (!(await swap(target.href))) return;
    history.pushState({ scrollY: toTop ? 0 : scrollY }, '', target);
    if (toTop) document.querySelector('[data-listing]')?.scrollIntoView();
  }

  return { go, swap, isShown: (url) => listAddress(url) === shown };
}

export function rememberScroll(): void {
  history.replaceState({ ...history.state, scrollY }, '');
}

async function fetchPage(url: string, signal: AbortSignal): Promise<Document> {
  const answer = await fetch(url, { headers: { accept: 'text/html' }, signal });
  return new DOMParser().parseFromString(await answer.text(), 'text/html');
}

function replaceList(listing: HTMLElement, next: HTMLElement, afterSwap: () => void): void {
  keepPanel(listing, next);
  const focused = document.activeElement ? selectorOf(document.activeElement) : '';
  listing.replaceWith(next);
  afterSwap();
  if (focused) next.querySelector<HTMLElement>(focused)?.focus({ preventScroll: true });
  announce(next.dataset.countText ?? '');
}

function listAddress(href: string): string {
  const url = new URL(href);
  url.searchParams.delete('quickView');
  url.searchParams.delete('open_filter');
  return `${url.pathname}?${url.searchParams}`;
}

function selectorOf(element: Element): string {
  if (element instanceof HTMLInputElement && element.type === 'range')
    return `[aria-label="${element.getAttribute('aria-label')}"]`;
  if (element instanceof HTMLInputElement)
    return `input:not([type="hidden"])[name="${element.name}"][value="${CSS.escape(element.value)}"]`;
  if (element instanceof HTMLSelectElement) return `select[name="${element.name}"]`;
  return '';
}

function announce(text: string): void {
  const line = document.createElement('p');
  line.className = 'sr-only';
  line.textContent = text;
  document.querySelector('#toasts')?.replaceChildren(line);
}
