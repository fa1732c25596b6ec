import { cartMoney, changeQuantity } from '#islands/cart/cart.client.ts';
import { element, pushButton } from '#islands/ui/element.ts';
import type { CartJson, CartLineJson } from '#lib/cart/cart-json.ts';
import { sellableQuantity } from '#lib/inventory/sellable-quantity.ts';
import { pictureUrl } from '#lib/platform/files/pictures.ts';

interface Line {
  place: HTMLElement;
  /** Gives the place, for short. */
  show(line: CartLineJson, cart: CartJson): HTMLElement;
}

/** One line: a new amount is shown at once and taken back when the server says no. `onRemove` never rejects. */
export function cartDrawerLine(first: CartLineJson, onRemove: (line: CartLineJson) => Promise<void>): Line {
  const { product, variant } = first;
  const name = [product.name, variant.variant].filter(Boolean).join(', ');
  let line = first;
  let asked: number | undefined;
  let unanswered = 0;
  let refusal = '';

  const said = element('p', { role: 'status', hidden: '' });
  const price = element('p', { class: 'cart-drawer-price' });
  const output = element('output');
  const step = (sign: string, label: string, way: 1 | -1) =>
    pushButton({ class: 'cart-drawer-step', 'aria-label': `${label} of ${name}` }, sign, () => void change(way));
  const less = step('−', 'Less', -1);
  const more = step('+', 'More', 1);
  const remove = pushButton({ class: 'text-link cart-drawer-remove', 'aria-label': `Remove ${name}` }, 'Remove', () => {
    setGoing(true);
    void onRemove(line).then(() => setGoing(false));
  });
  const words = element('div', { class: 'cart-drawer-words' }, element('a', { href: product.href }, product.name));
  if (variant.variant) words.append(element('p', {}, variant.variant));
  const ahead = element('p', { class: 'cart-drawer-change' });
  words.append(ahead, said);
  const place = element(
    'li',
    { class: 'cart-drawer-line' },
    pictureOf(product.picture),
    words,
    price,
    element('div', { class: 'cart-drawer-amount' }, less, output, more, remove),
  );

  async function change(way: 1 | -1): Promise<void> {
    asked = sellableQuantity((asked ?? line.quantity) + way * line.range.step, line.range);
    unanswered++;
    showAmount();
    const answer = await changeQuantity(line._id, asked);
    unanswered--;
    refusal = answer.status === 'error' ? answer.message : '';
    // Who presses on before the answer goes on from what is shown; the calls follow each other.
    if (unanswered === 0) asked = undefined;
    showAmount();
  }

  function showAmount(): void {
    const amount = asked ?? line.quantity;
    output.textContent = product.sell_unit === 'metre' ? `${amount} m` : String(amount);
    switchOff(less, amount <= line.range.min, more);
    switchOff(more, amount >= line.range.max, less);
    said.textContent = refusal || line.warning || '';
    said.hidden = said.textContent === '';
    said.className = refusal || line.is_blocked ? 'cart-drawer-warning' : 'cart-drawer-change';
  }

  function setGoing(isGoing: boolean): void {
    place.ariaBusy = isGoing ? 'true' : null;
    remove.disabled = isGoing;
  }

  return {
    place,
    show(changed, cart) {
      line = changed;
      price.textContent = cartMoney(cart)(line.total);
      ahead.textContent = line.pre_order ?? '';
      showAmount();
      return place;
    },
  };
}

function pictureOf(hash: string | null): HTMLElement {
  const place = element('div', { class: 'cart-drawer-picture' });
  if (hash) {
    const src = pictureUrl(hash, 160, 'webp');
    place.append(element('img', { src, alt: '', width: '64', height: '80', loading: 'lazy' }));
  }
  return place;
}

/** A button that is switched off under the fingers hands the focus on, or keys would begin at the top again. */
function switchOff(button: HTMLButtonElement, isOff: boolean, other: HTMLButtonElement): void {
  const hadFocus = isOff && document.activeElement === button;
  button.disabled = isOff;
  if (hadFocus) other.focus();
}
