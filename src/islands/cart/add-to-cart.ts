import { $cart, addToCart } from '#islands/cart/cart.client.ts';
import type { NewLine } from '#islands/offline/actions.ts';
import { toast } from '#islands/ui/toast.ts';
import { watchVisitor } from '#islands/visitor/show-visitor.ts';
import { changeVisitor } from '#islands/visitor/visitor.client.ts';
import { parseNumber, QUANTITY_MESSAGES } from '#lib/catalog/inventory/requested-quantity.ts';

/** The choices added on this page, as JSON. Adding the same choice again does not change the number of cart lines. */
const addedChoices = new Set<string>();

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
    showError(input, QUANTITY_MESSAGES.notANumber);
    return;
  }
  const { quantity: _, ...choice } = Object.fromEntries(new FormData(form)) as Record<string, string>;
  const line = { ...choice, quantity } as NewLine;
  const choiceJson = JSON.stringify(choice);
  const isNewLine = !addedChoices.has(choiceJson);
  addedChoices.add(choiceJson);
  watchVisitor();
  const cartBefore = $cart.get();
  if (isNewLine) changeVisitor(({ cart_count }) => ({ cart_count: cart_count + 1 }));
  form.setAttribute('aria-busy', 'true');
  void addToCart(line, shownProductName(form)).then((response) => {
    form.removeAttribute('aria-busy');
    if (response.status === 'success') toast(response.message);
    else if (isNewLine) {
      addedChoices.delete(choiceJson);
      // A cart that was loaded in the meantime has the right count.
      if ($cart.get() === cartBefore) changeVisitor(({ cart_count }) => ({ cart_count: cart_count - 1 }));
    }
    if (response.fields?.quantity) showError(input, response.fields.quantity);
  });
}

/** Returns the product's name from the heading of the page or dialog. */
function shownProductName(form: HTMLElement): string {
  const container = form.closest('dialog') ?? document;
  return container.querySelector('main h1, h2, [data-name]')?.textContent.trim() ?? '';
}

/** Shows the error on the field, whose own validation may not be loaded yet. */
function showError(input: HTMLInputElement | null, message: string): void {
  input?.setCustomValidity(message);
  input?.reportValidity();
  input?.addEventListener('input', () => input.setCustomValidity(''), { once: true });
}

/** Marks the missing choice, scrolls to it, and shows `prompt`, the text of the button, such as "Choose a size". */
function scrollToChoice(radio: HTMLInputElement, prompt: string): void {
  const fieldset = radio.closest('fieldset');
  if (fieldset) fieldset.dataset.missing = 'true';
  fieldset?.scrollIntoView({ block: 'center' });
  radio.focus({ preventScroll: true });
  toast(prompt);
}
