/**
 * The URL contains the state of the list. If a request fails, the list does not change. Without this script, plain
 * links and forms work.
 */
import { isPanelOpen, leavePanel, listKeyBeforePanel, setPanelOpen } from '#islands/listing/filter-panel.ts';
import { listKey } from '#islands/listing/list-key.ts';
import { preserveView, showFailure } from '#islands/listing/preserve-view.ts';

/** The delay after a change to the price slider (product.md, "Listing"). */
const PRICE_DEBOUNCE_MS = 300;
/** The delay after any other change, so that two quick changes cause one request. */
const CHOICE_DEBOUNCE_MS = 80;
const TIMEOUT_MS = 20_000;
const PRICE_FIELDS = ['minprice', 'maxprice'];

export class Listing {
  readonly #onListShown: () => void;
  #requestController: AbortController | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #shownKey = listKey(location.href);

  constructor(onListShown: () => void) {
    this.#onListShown = onListShown;
    document.addEventListener('change', (event) => this.#onChange(event));
    document.addEventListener('submit', (event) => this.#onSubmit(event));
  }

  /** Shows the list, and then sets the URL in a new history entry, or in the entry of the panel. */
  async navigate(url: string, scrollsToTop: boolean): Promise<void> {
    rememberScroll();
    if (!(await this.show(url))) return;
    const target = new URL(url);
    if (isPanelOpen()) target.searchParams.set('open_filter', 'true');
    if (listKeyBeforePanel() !== undefined) history.replaceState(history.state, '', target);
    else history.pushState({ scrollY: scrollsToTop ? 0 : scrollY }, '', target);
    if (scrollsToTop) document.querySelector('[data-listing]')?.scrollIntoView();
  }

  /**
   * Shows the list without changing the URL. If the page has no list, opens the page instead. Returns whether the
   * list is shown.
   */
  async show(url: string): Promise<boolean> {
    this.#requestController?.abort();
    const controller = new AbortController();
    this.#requestController = controller;
    markBusy(true);
    const page = await fetchPage(url, controller.signal);
    if (controller.signal.aborted) return false;
    if (!page) {
      resetControls();
      showFailure();
      return false;
    }
    const newListing = page.querySelector<HTMLElement>('[data-listing]');
    // The page of a search without results has no list.
    if (!newListing) {
      location.assign(url);
      return false;
    }
    const listing = document.querySelector<HTMLElement>('[data-listing]');
    const restoreFocus = listing ? preserveView(listing, newListing) : undefined;
    listing?.replaceWith(newListing);
    this.#onListShown();
    restoreFocus?.();
    this.#shownKey = listKey(url);
    document.title = page.title;
    return true;
  }

  /** Cancels pending requests, and resets the controls to match the list that is shown. */
  cancel(): void {
    clearTimeout(this.#timer);
    this.#requestController?.abort();
    resetControls();
  }

  /** Returns whether the list is already shown: closing the panel or a quick view must not fetch the list again. */
  isShown(url: string): boolean {
    return listKey(url) === this.#shownKey;
  }

  #onChange({ target }: Event): void {
    if (!(target instanceof Element) || !target.closest('[data-filter-form], [data-sort]')) return;
    markBusy(true);
    clearTimeout(this.#timer);
    // The response to the previous change would overwrite the list for this change.
    this.#requestController?.abort();
    const delayMs = target.closest('[data-price]') ? PRICE_DEBOUNCE_MS : CHOICE_DEBOUNCE_MS;
    this.#timer = setTimeout(() => this.navigate(chosenUrl(), false), delayMs);
  }

  /** Applies choices made before this script was loaded, or restored by the browser. */
  applyEarlierChoices(): void {
    const controls = document.querySelectorAll<Control>(':is([data-filter-form], [data-sort]) :is(input, select)');
    if ([...controls].some(isChanged)) void this.navigate(chosenUrl(), false);
  }

  #onSubmit(event: Event): void {
    if (!(event.target instanceof Element) || !event.target.matches('[data-filter-form]')) return;
    event.preventDefault();
    clearTimeout(this.#timer);
    const url = chosenUrl();
    setPanelOpen(false);
    const listShown = this.isShown(url) ? Promise.resolve() : this.navigate(url, true);
    void listShown.then(leavePanel);
  }
}

type Control = HTMLInputElement | HTMLSelectElement;

/** Returns whether the state of the control differs from the server's HTML. */
function isChanged(control: Control): boolean {
  if (control instanceof HTMLInputElement) return control.checked !== control.defaultChecked;
  const initialIndex = [...control.options].findIndex(({ defaultSelected }) => defaultSelected);
  return control.selectedIndex !== Math.max(initialIndex, 0);
}

export function rememberScroll(): void {
  history.replaceState({ ...history.state, scrollY }, '');
}

/** Returns the URL for the chosen filters and sort order, without defaults. `prices` replaces the chosen prices. */
export function chosenUrl(prices?: URLSearchParams): string {
  const form = document.querySelector<HTMLFormElement>('[data-filter-form]');
  const formData = new FormData(form ?? undefined);
  for (const name of prices ? PRICE_FIELDS : []) formData.set(name, prices?.get(name) ?? '');
  const sort = document.querySelector<HTMLSelectElement>('[data-sort] select');
  // The first sort order is the default.
  const sortOrder = sort?.selectedIndex ? sort.value : '';
  const isTopSelling = sortOrder === 'top_sale';
  formData.set('sort', isTopSelling ? '' : sortOrder);
  formData.set('filter', isTopSelling ? sortOrder : '');
  const steps = document.querySelector<HTMLElement>('[data-price]')?.dataset.price?.split(' ') ?? [];
  const [lowestPrice, highestPrice] = [steps[0], steps.at(-1)];
  const isAnyPrice = formData.get('minprice') === lowestPrice && formData.get('maxprice') === highestPrice;
  for (const name of isAnyPrice ? PRICE_FIELDS : []) formData.delete(name);
  const url = new URL(form?.getAttribute('action') ?? location.pathname, location.href);
  for (const name of new Set(formData.keys())) {
    const values = formData.getAll(name).filter((value) => value !== '');
    if (values.length > 0) url.searchParams.set(name, values.sort().join(','));
  }
  url.search = url.search.replaceAll('%2C', ',');
  return url.href;
}

/** Returns the page, or `undefined` if the shop sends no page within 20 seconds or `signal` is aborted. */
async function fetchPage(url: string, signal: AbortSignal): Promise<Document | undefined> {
  try {
    const requestSignal = AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]);
    const response = await fetch(url, { headers: { accept: 'text/html' }, priority: 'high', signal: requestSignal });
    return response.ok ? new DOMParser().parseFromString(await response.text(), 'text/html') : undefined;
  } catch {
    // The caller keeps the list and shows a message.
    return undefined;
  }
}

function resetControls(): void {
  markBusy(false);
  for (const form of document.querySelectorAll<HTMLFormElement>('[data-filter-form], [data-sort]')) form.reset();
}

/** Shows whether a list is being loaded. Called immediately after a change, as feedback. */
function markBusy(isBusy: boolean): void {
  for (const part of document.querySelectorAll('[data-results], [data-apply] button'))
    part.setAttribute('aria-busy', String(isBusy));
}
