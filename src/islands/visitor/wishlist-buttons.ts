import { ADD_TO_WISHLIST } from '#lib/catalog/products/catalog.ts';
import { REMOVE_FROM_WISHLIST } from '#lib/customers/wishlist/wishlist.ts';

/** Updates the hearts on the page, which show whether their product is on the list (product.md, "Wishlist"). */
export function renderWishlistState(wishlist: readonly { product: string }[]): void {
  const members = new Set(wishlist.map(({ product }) => product));
  for (const form of document.querySelectorAll<HTMLFormElement>('form[data-wishlist]')) {
    const button = form.querySelector('button');
    const isMember = members.has(form.dataset.wishlist ?? '');
    if (button && isMember !== 'member' in button.dataset) setMember(button, isMember);
  }
}

function setMember(button: HTMLButtonElement, isMember: boolean): void {
  const relabel = (text: string) =>
    isMember
      ? text.replace(ADD_TO_WISHLIST, REMOVE_FROM_WISHLIST)
      : text.replace(REMOVE_FROM_WISHLIST, ADD_TO_WISHLIST);
  if (isMember) button.dataset.member = '';
  else delete button.dataset.member;
  const name = button.querySelector('.sr-only');
  if (name) name.textContent = relabel(name.textContent);
  else button.setAttribute('aria-label', relabel(button.getAttribute('aria-label') ?? ''));
  if (button.title) button.title = relabel(button.title);
  button.querySelector('svg')?.setAttribute('fill', isMember ? 'currentColor' : 'none');
}
