type Open = (control: HTMLElement) => unknown;

/** What opens over any page, by its control. The list is loaded at the first touch of one: on every page it would only cost. */
export async function openerOf(control: HTMLElement): Promise<Open> {
  const { dataset } = control;
  if ('opensSearch' in dataset) return (await import('#islands/search/open-search.tsx')).openSearch;
  if ('profile' in dataset) return (await import('#islands/identity/open-profile.tsx')).openProfile;
  if ('openLogin' in dataset) return (await import('#islands/identity/open-login.tsx')).openLoginOf;
  if ('subscribe' in dataset) return (await import('#islands/newsletter/open-newsletter.tsx')).openNewsletter;
  if ('cart' in dataset) return (await import('#islands/cart/open-cart.tsx')).openCart;
  if (control.closest('[data-add-to-cart]')) return (await import('#islands/cart/add-to-cart.ts')).addByButton;
  if (control.closest('[data-pincode]')) return (await import('#islands/cart/check-pincode.ts')).checkPincode;
  if (control.closest('[data-wishlist]')) return (await import('#islands/wishlist/wishlist-button.ts')).toggleByButton;
  return (await import('#islands/catalog/open-quick-view.tsx')).openQuickView;
}
