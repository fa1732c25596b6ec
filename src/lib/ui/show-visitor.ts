import { $visitor, refreshVisitor } from '#lib/identity/visitor.client.ts';

/** Puts what is personal into a page that was made for everyone: the badge of the cart, and Login for those who are not logged in. */
export function showVisitor(): void {
  $visitor.subscribe(({ customer, cart_count }) => {
    for (const badge of document.querySelectorAll('[data-cart-count]')) {
      badge.textContent = cart_count > 0 ? String(cart_count) : '';
      badge.classList.toggle('hidden', cart_count === 0);
    }
    for (const link of document.querySelectorAll<HTMLElement>('[data-when-logged-out]'))
      link.hidden = customer !== null;
    const account = document.querySelector<HTMLAnchorElement>('[data-account]');
    if (account && customer) {
      account.href = '/account/dashboard';
      account.textContent = 'My account';
    }
  });
  void refreshVisitor();
}
