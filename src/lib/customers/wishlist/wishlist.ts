// Texts: product.md, "Wishlist".
export const WISHLIST_MESSAGES = {
  added: 'Product added to wishlist',
  removed: 'Product removed from wishlist',
  addFailed: 'Failed to add to wishlist',
  removeFailed: 'Failed to remove from wishlist',
  loginToAdd: 'Login to add to wishlist.',
  pleaseLogin: 'Please login to add items to wishlist',
  productNotSold: 'This product is not sold here.',
};
/** The messages for buttons that show only an icon. */
export const ICON_MESSAGES: typeof WISHLIST_MESSAGES = {
  ...WISHLIST_MESSAGES,
  added: 'Added to wishlist',
  removed: 'Removed from wishlist',
};
export const REMOVE_FROM_WISHLIST = 'Remove from Wishlist';

/** The maximum number of entries on the wishlist of a customer. */
export const MAX_ENTRIES = 500;
