import { addToCart } from '#islands/cart/cart.client.ts';
import { toast } from '#islands/ui/toast.ts';
import { watchVisitor } from '#islands/visitor/show-visitor.ts';
import { $visitor, changeVisitor } from '#islands/visitor/visitor.client.ts';
import { numberTyped, QUANTITY_MESSAGES } from '#lib/inventory/asked-quantity.ts';

const added = new Set<string>();

/** The badge counts at once; a failure takes it back silently, unless it is about the quantity (product.md, "Cart"). */
export function addByButton(button: HTMLElement): void {
  const form = button.closest('form');
  if (!form || form.hasAttribute('aria-busy') || !form.reportValidity()) return;
  const input = form.querySelector<HTMLInputElement>('[name=quantity]');
  const quantity = numberTyped(input?.value || '1');
  if (quantity === undefined) {
    refuse(input, QUANTITY_MESSAGES.bad);
    return;
  }
  const fields = new FormData(form);
  const field = (name: string) => String(fields.get(name) ?? '');
  const variant = field('variant');
  const isNewLine = !added.has(variant);
  added.add(variant);
  watchVisitor();
  const countBefore = $visitor.get().cart_count;
  if (isNewLine) changeVisitor({ cart_count: countBefore + 1 });
  form.setAttribute('aria-busy', 'true');
  void addToCart({ product: field('product'), variant, quantity }).then((answer) => {
    form.removeAttribute('aria-busy');
    if (answer.status === 'success') toast(answer.message);
    else if (isNewLine) {
      added.delete(variant);
      changeVisitor({ cart_count: countBefore });
    }
    if (answer.fields?.quantity) refuse(input, answer.fields.quantity);
  });
}

/** Of a field that has no rules of its own yet, because its code has not come. */
function refuse(input: HTMLInputElement | null, message: string): void {
  input?.setCustomValidity(message);
  input?.reportValidity();
  input?.addEventListener('input', () => input.setCustomValidity(''), { once: true });
}
