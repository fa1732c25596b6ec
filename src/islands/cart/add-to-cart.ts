import { $cart, addToCart } from '#islands/cart/cart.client.ts';
import type { NewLine } from '#islands/offline/actions.ts';
import { toast } from '#islands/ui/toast.ts';
import { watchVisitor } from '#islands/visitor/show-visitor.ts';
import { changeVisitor } from '#islands/visitor/visitor.client.ts';
import { parseNumber, QUANTITY_MESSAGES } from '#lib/catalog/inventory/requested-quantity.ts';

/** The choices added on this page. Adding the same choice again does not change the number of cart lines. */
const addedLines = new Set<string>();

/**
 * Adds the chosen variant to the cart. The badge counts a new line immediately. If the request fails, the count is
 * restored, and a message is shown only if the quantity is wrong (product.md, "Cart").
 */
export function handleAddToCart(button: HTMLElement): void {
  const form = button.closest('form');
  if (!form || form.hasAttribute('aria-busy')) return;
  const missingChoice = form.querySelector<HTMLInputElement>('[type=radio]:invalid');
  if (missingChoice) scrollToChoice(missingChoice, button.textContent);
  if (missingChoice || !form.reportValidity()) return;
  const input = form.querySelector<HTMLInputElement>('[name=quantity]');
  const quantity = parseNumber(input?.value || '1');
  if (quantity === undefined) {
    showError(input, QUANTITY_MESSAGES.bad);
    return;
  }
  const { quantity: _, ...choice } = Object.fromEntries(new FormData(form)) as Record<string, string>;
  const line = { ...choice, quantity } as NewLine;
  const key = JSON.stringify(choice);
  const isNewLine = !addedLines.has(key);
  addedLines.add(key);
  watchVisitor();
  const cartBefore = $cart.get();
  if (isNewLine) changeVisitor(({ cart_count }) => ({ cart_count: cart_count + 1 }));
  form.setAttribute('aria-busy', 'true');
  void addToCart(line, shownProductName(form)).then((response) => {
    form.removeAttribute('aria-busy');
    if (response.status === 'success') toast(response.message);
    else if (isNewLine) {
      addedLines.delete(key);
      // A cart that was loaded in the meantime has the right count.
      if ($cart.get() === cartBefore) changeVisitor(({ cart_count }) => ({ cart_count: cart_count - 1 }));
    }
    if (response.fields?.quantity) showError(input, response.fields.quantity);
  });
}

/** Returns the product's name from the heading of the page or dialog. */
function shownProductName(form: HTMLElement): string {
  const part = form.closest('dialog') ?? document;
  return part.querySelector('main h1, h2, [data-name]')?.textContent.trim() ?? '';
}

/** Shows the error on the field, whose own validation may not be loaded yet. */
function showError(input: HTMLInputElement | null, message: string): void {
  input?.setCustomValidity(message);
  input?.reportValidity();
  input?.addEventListener('input', () => input.setCustomValidity(''), { once: true });
}

/** Scrolls to the missing choice, and shows `prompt`, the text of the button, for example "Choose a size". */
function scrollToChoice(radio: HTMLInputElement, prompt: string): void {
  const options = radio.closest('fieldset');
  if (options) options.dataset.missing = 'true';
  options?.scrollIntoView({ block: 'center' });
  radio.focus({ preventScroll: true });
  toast(prompt);
}
