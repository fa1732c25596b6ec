import { $cart, type CartAnswer, fetchCart } from '#islands/cart/cart.client.ts';
import drawerStyles from '#islands/cart/cart-drawer.css?url';
import { cartDrawer } from '#islands/cart/cart-drawer.ts';
import { loadStyles } from '#islands/ui/load-styles.ts';
import { openDialog } from '#islands/ui/open-dialog.ts';
import { watchVisitor } from '#islands/visitor/show-visitor.ts';
import type { CartJson } from '#lib/cart/cart-json.ts';

/** A touch is followed by its click soon, or by none. */
const FRESH_MS = 5_000;
let ahead: { at: number; answer: Promise<CartAnswer> } | undefined;

/** The first touch of the cart asks for what its opening will show. */
export function fetchCartAhead(): Promise<CartAnswer> {
  void loadStyles(drawerStyles);
  if (!ahead || performance.now() - ahead.at > FRESH_MS) ahead = { at: performance.now(), answer: fetchCart() };
  return ahead.answer;
}

/** Opens the cart dropdown over the page that is there (specification, section 2). */
export async function openCart(trigger: HTMLElement): Promise<void> {
  trigger.focus({ preventScroll: true });
  watchVisitor();
  const answer = fetchCartAhead();
  const fetched = answer.then(() => $cart.get());
  await loadStyles(drawerStyles);
  const drawer = cartDrawer(answer);
  openDialog({
    heading: 'Cart Summary',
    className: 'cart-drawer',
    content: drawer.content,
    onClose() {
      ahead = undefined;
      drawer.close();
      void fetched.then(showOnCartPage);
    },
  });
}

/** The cart page was drawn by the server; what changed meanwhile shows when it is drawn again. */
function showOnCartPage(before: CartJson | undefined): void {
  if ($cart.get() !== before && document.querySelector('[data-cart-page]')) location.reload();
}
