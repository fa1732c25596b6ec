import { changeQuantity, removeLine } from '#islands/cart/cart.client.ts';
import { refreshCartPage } from '#islands/cart/refresh-cart-page.ts';
import { toast } from '#islands/ui/toast.ts';
import { parseNumber } from '#lib/catalog/inventory/requested-quantity.ts';

/** Sends the form of a cart line before its hydration, shows the returned message, and refreshes the cart page. */
export async function sendPlainForm(form: HTMLFormElement, submitter: HTMLElement | null): Promise<void> {
  const lineElement = form.closest('li');
  const line = {
    _id: decodeURIComponent(form.action.split('/').pop() ?? ''),
    price: Number(lineElement?.querySelector<HTMLInputElement>('[name=seen_price]')?.value),
    product: { name: lineElement?.querySelector('h2')?.textContent.trim() ?? '' },
  };
  const quantity = parseNumber(String(new FormData(form, submitter).get('quantity')));
  const isRemoval = form.action.includes('/delete/');
  if (!isRemoval && quantity === undefined) return form.submit();
  const response = await (isRemoval ? removeLine(line) : changeQuantity(line, quantity ?? 0));
  if (response.message) toast(response.message, response.status === 'success' ? 'done' : 'failed');
  if (!response.isQueued) refreshCartPage();
}
