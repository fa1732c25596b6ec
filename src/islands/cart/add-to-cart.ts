import { $cart, addToCart } from '#islands/cart/cart.client.ts';
import type { NewLine } from '#islands/offline/actions.ts';
import { toast } from '#islands/ui/toast.ts';
import { watchVisitor } from '#islands/visitor/show-visitor.ts';
import { changeVisitor } from '#islands/visitor/visitor.client.ts';
import { parseNumber, QUANTITY_MESSAGES } from '#lib/catalog/inventory/requested-quantity.ts';

const added = new Set<string>();

/** Updates the badge at once; a failure undoes that silently, unless it is about the quantity (product.md, "Cart"). */
export function addByButton(button: HTMLElement): void {
  const form = button.closest('form');
  if (!form || form.hasAttribute('aria-busy')) return;
  const unchosen = form.querySelector<HTMLInputElement>('[type=radio]:invalid');
  if (unchosen) leadToChoice(unchosen, button.textContent);
  if (unchosen || !form.reportValidity()) return;
  const input = form.querySelector<HTMLInputElement>('[name=quantity]');
  const quantity = parseNumber(input?.value || '1');
  if (quantity === undefined) {
    refuse(input, QUANTITY_MESSAGES.bad);
    return;
  }
  const { quantity: _, ...goods } = Object.fromEntries(new FormData(form)) as Record<string, string>;
  const line = { ...goods, quantity } as NewLine;
  const key = JSON.stringify(goods);
  const isNewLine = !added.has(key);
  added.add(key);
  watchVisitor();
  const cartBefore = $cart.get();
  if (isNewLine) changeVisitor(({ cart_count }) => ({ cart_count: cart_count + 1 }));
  form.setAttribute('aria-busy', 'true');
  void addToCart(line, shownProduct(form)).then((response) => {
    form.removeAttribute('aria-busy');
    if (response.status === 'success') toast(response.message);
    else if (isNewLine) {
      added.delete(key);
      // The count of a newer cart is right.
      if ($cart.get() === cartBefore) changeVisitor(({ cart_count }) => ({ cart_count: cart_count - 1 }));
    }
    if (response.fields?.quantity) refuse(input, response.fields.quantity);
  });
}

/** The name in the heading of the page or dialog. */
function shownProduct(form: HTMLElement): string {
  const part = form.closest('dialog') ?? document;
  return part.querySelector('main h1, h2, [data-name]')?.textContent.trim() ?? '';
}

/** For a field without rules, because its code is not loaded yet. */
function refuse(input: HTMLInputElement | null, message: string): void {
  input?.setCustomValidity(message);
  input?.reportValidity();
  input?.addEventListener('input', () => input.setCustomValidity(''), { once: true });
}

/** The button then reads "Choose a size", which is announced beside the sizes. */
function leadToChoice(radio: HTMLInputElement, prompt: string): void {
  const options = radio.closest('fieldset');
  if (options) options.dataset.missing = 'true';
  options?.scrollIntoView({ block: 'center' });
  radio.focus({ preventScroll: true });
  toast(prompt);
}
