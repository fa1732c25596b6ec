import { handleAddToCart } from '#islands/cart/add-to-cart.ts';
import { checkPincode } from '#islands/cart/check-pincode.ts';
import { openCart, prefetchCart } from '#islands/cart/drawer/open-cart.ts';
import { handleWishlistToggle } from '#islands/wishlist/wishlist-button.ts';

type Handler = (control: HTMLElement) => unknown;

/**
 * Returns the handler of a control. This file is loaded on the first interaction, and imports the most frequently used
 * handlers, so that adding to the cart needs only one file.
 */
export async function loadHandler(control: HTMLElement): Promise<Handler> {
  const { dataset } = control;
  if ('cart' in dataset) {
    void prefetchCart();
    return openCart;
  }
  if (control.closest('[data-add-to-cart]')) return handleAddToCart;
  if (control.closest('[data-pincode]')) return checkPincode;
  if (control.closest('[data-wishlist]')) return handleWishlistToggle;
  if ('opensSearch' in dataset) return (await import('#islands/search/open-search.tsx')).openSearch;
  if ('profile' in dataset) return (await import('#islands/account/open-profile.tsx')).openProfile;
  if ('openLogin' in dataset) return (await import('#islands/auth/open-login.tsx')).openLoginFor;
  if ('zoom' in dataset) return (await import('#islands/products/gallery-viewer.ts')).openGalleryViewer;
  if ('exchange' in dataset) return (await import('#islands/exchanges/open-exchange.tsx')).openExchange;
  if ('ownReview' in dataset) return (await import('#islands/reviews/delete-own-review.ts')).deleteOwnReview;
  if ('subscribe' in dataset) return (await import('#islands/newsletter/open-newsletter.tsx')).openNewsletter;
  return (await import('#islands/products/open-quick-view.tsx')).openQuickView;
}
