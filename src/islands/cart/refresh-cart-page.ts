import { fetchCart } from '#islands/cart/cart.client.ts';
import { watchVisitor } from '#islands/visitor/show-visitor.ts';

/** Shows the server's current cart, on the page and in the header's badge. */
export function refreshCartPage(): void {
  watchVisitor();
  hydrateCartPage();
  void fetchCart();
}

/** Hydrates the cart page as a touch would, so that the page shows changes to `$cart`. */
export function hydrateCartPage(): void {
  document.querySelector('[data-cart-page] astro-island')?.dispatchEvent(new Event('touchstart'));
}
