import { createRoot } from 'react-dom/client';
import { CartDrawer } from '#islands/cart/CartDrawer.tsx';
import drawerStyles from '#islands/cart/cart-drawer.css?url';
import { loadStyles } from '#islands/ui/load-styles.ts';
import { $cart, fetchCart } from '#lib/cart/cart.client.ts';
import type { CartJson } from '#lib/cart/cart-json.ts';
import { watchVisitor } from '#lib/ui/show-visitor.ts';

/** Opens the cart dropdown over the page that is there (specification, section 2). */
export async function openCart(trigger: HTMLElement): Promise<void> {
  trigger.focus({ preventScroll: true });
  watchVisitor();
  const fetched = fetchCart().then(() => $cart.get());
  await loadStyles(drawerStyles);
  const place = document.createElement('div');
  document.body.append(place);
  const root = createRoot(place);
  root.render(
    <CartDrawer
      onClose={() => {
        root.unmount();
        place.remove();
        void fetched.then(showOnCartPage);
      }}
    />,
  );
}

/** The cart page was drawn by the server; what changed meanwhile shows when it is drawn again. */
function showOnCartPage(before: CartJson | undefined): void {
  if ($cart.get() !== before && document.querySelector('[data-cart-page]')) location.reload();
}
