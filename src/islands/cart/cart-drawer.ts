import { $cart, addToCart, type CartAnswer, fetchCart, removeLine } from '#islands/cart/cart.client.ts';
import { cartDrawerLine } from '#islands/cart/cart-drawer-line.ts';
import { cartDrawerTotals } from '#islands/cart/cart-drawer-totals.ts';
import { element, pushButton } from '#islands/ui/element.ts';
import type { CartJson, CartLineJson, RemovedJson } from '#lib/cart/cart-json.ts';

const NO_ANSWER_MS = 8_000;

/**
 * What the cart dropdown holds: its lines in a list of 300 px at most, and the ways on (specification, section 2). It
 * shows every answer of the server; nothing in it is drawn anew that could have the focus.
 */
export function cartDrawer(asked: Promise<CartAnswer>): { content: HTMLElement; close(): void } {
  const undoPlace = element('div', { tabindex: '-1' });
  const wait = waitingPlace(asked);
  const empty = element(
    'div',
    { class: 'cart-drawer-empty' },
    element('p', {}, 'Your cart is empty'),
    element('a', { class: 'button', href: '/products' }, 'Browse Products'),
  );
  const list = element('ul', { class: 'cart-drawer-list', 'aria-label': 'Lines', tabindex: '0' });
  const totals = cartDrawerTotals();
  const showLines = linesIn(list, async (line) => {
    const { status } = await removeLine(line._id);
    const removed = $cart.get()?.removed;
    if (status === 'success' && removed) offerUndo(undoPlace, removed);
  });

  function show(cart: CartJson | undefined): void {
    wait.place.hidden = cart !== undefined;
    empty.hidden = cart?.count !== 0;
    list.hidden = totals.place.hidden = !cart?.count;
    if (!cart) return;
    showLines(cart);
    totals.show(cart);
  }

  const stopShowing = $cart.subscribe(show);
  return {
    content: element('div', {}, undoPlace, wait.place, empty, list, totals.place),
    close() {
      stopShowing();
      wait.stop();
    },
  };
}

/** Says that the cart is on its way, and after a refusal or a long silence offers to ask again. */
function waitingPlace(asked: Promise<CartAnswer>): { place: HTMLElement; stop(): void } {
  const place = element('p', { role: 'status', class: 'cart-drawer-wait' });
  const retry = pushButton({ class: 'button-quiet' }, 'Retry', () => waitFor(fetchCart()));
  let timer: ReturnType<typeof setTimeout> | undefined;

  function waitFor(answer: Promise<CartAnswer>): void {
    place.replaceChildren('One moment');
    place.setAttribute('aria-busy', 'true');
    timer = setTimeout(giveUp, NO_ANSWER_MS);
    void answer.then(({ status }) => status === 'error' && giveUp());
  }

  function giveUp(): void {
    clearTimeout(timer);
    place.setAttribute('aria-busy', 'false');
    place.replaceChildren('The cart could not be fetched.', retry);
  }

  waitFor(asked);
  return { place, stop: () => clearTimeout(timer) };
}

/** Keeps the list in step with the cart; a line that stays is the same element, with its focus and its picture. */
function linesIn(list: HTMLElement, onRemove: (line: CartLineJson) => Promise<void>): (cart: CartJson) => void {
  let shown = new Map<string, ReturnType<typeof cartDrawerLine>>();
  return (cart) => {
    const before = shown;
    shown = new Map(cart.lines.map((line) => [line._id, before.get(line._id) ?? cartDrawerLine(line, onRemove)]));
    for (const [id, { place }] of before) if (!shown.has(id)) place.remove();
    let next = list.firstElementChild;
    for (const line of cart.lines) {
      const place = shown.get(line._id)?.show(line, cart);
      if (!place) continue;
      if (place === next) next = next.nextElementSibling;
      else list.insertBefore(place, next);
    }
  };
}

function offerUndo(place: HTMLElement, removed: RemovedJson): void {
  const undo = pushButton({ class: 'text-link' }, 'Undo', () => {
    place.focus();
    place.replaceChildren();
    void addToCart(removed);
  });
  place.replaceChildren(
    element('p', { class: 'cart-drawer-undo', role: 'status' }, `${removed.name} was taken out.`, undo),
  );
  // The button that was pressed is gone with its line.
  undo.focus();
}
