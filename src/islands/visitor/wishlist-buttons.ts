import { ADD_TO_WISHLIST } from '#lib/catalog/products/catalog.ts';
import { REMOVE_FROM_WISHLIST } from '#lib/customers/wishlist/wishlist.ts';

/** Updates the hearts on the page, which show whether their product is on the wishlist (product.md, "Wishlist"). */
export function renderWishlistState(wishlist: readonly { product: string }[]): void {
  const productIds = new Set(wishlist.map(({ product }) => product));
  for (const form of document.querySelectorAll<HTMLFormElement>('form[data-wishlist]')) {
    const button = form.querySelector('button');
    const isOnWishlist = productIds.has(form.dataset.wishlist ?? '');
    if (button && isOnWishlist !== 'member' in button.dataset) renderButton(button, isOnWishlist);
  }
}

function renderButton(button: HTMLButtonElement, isOnWishlist: boolean): void {
  const relabel = (text: string) =>
    isOnWishlist
      ? text.replace(ADD_TO_WISHLIST, REMOVE_FROM_WISHLIST)
      : text.replace(REMOVE_FROM_WISHLIST, ADD_TO_WISHLIST);
  if (isOnWishlist) button.dataset.member = '';
  else delete button.dataset.member;
  const label = button.querySelector('.sr-only');
  if (label) label.textContent = relabel(label.textContent);
  else button.setAttribute('aria-label', relabel(button.getAttribute('aria-label') ?? ''));
  if (button.title) button.title = relabel(button.title);
  button.querySelector('svg')?.setAttribute('fill', isOnWishlist ? 'currentColor' : 'none');
}
