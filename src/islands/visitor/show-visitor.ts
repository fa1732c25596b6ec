import { openQueue } from '#islands/offline/open-queue.ts';
import { $visitor, refreshVisitor } from '#islands/visitor/visitor.client.ts';
import { renderWishlistState } from '#islands/visitor/wishlist-buttons.ts';
import type { Visitor } from '#lib/customers/auth/sessions/visitor.ts';

let isWatching = false;

/**
 * Shows the visitor's data on the page, because the server renders public pages without this data, and sends the
 * waiting actions of the offline queue.
 */
export function showVisitor(): void {
  watchVisitor();
  void refreshVisitor();
  openQueue();
}

/**
 * Updates the page after changes to `$visitor`, and updates hearts that are added to the page later. Sends the waiting
 * actions of the offline queue when the page becomes visible.
 */
export function watchVisitor(): void {
  if (isWatching) return;
  isWatching = true;
  document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && openQueue());
  $visitor.subscribe(renderVisitor);
  new MutationObserver(() => renderWishlistState($visitor.get().wishlist)).observe(document.body, {
    childList: true,
    subtree: true,
  });
}

function renderVisitor({ customer, cart_count, wishlist }: Visitor): void {
  for (const badge of document.querySelectorAll('[data-cart-count]')) {
    badge.textContent = cart_count > 0 ? String(cart_count) : '';
    badge.classList.toggle('hidden', cart_count === 0);
    badge.parentElement?.setAttribute('aria-label', cart_count > 0 ? `Cart, ${cart_count}` : 'Cart');
  }
  for (const link of document.querySelectorAll<HTMLElement>('[data-when-logged-out]')) link.hidden = customer !== null;
  for (const part of document.querySelectorAll<HTMLElement>('[data-when-logged-in]')) part.hidden = customer === null;
  const account = document.querySelector<HTMLAnchorElement>('[data-account]');
  if (account && customer) {
    account.href = '/account/dashboard';
    account.textContent = 'My account';
  }
  renderWishlistState(wishlist);
}
