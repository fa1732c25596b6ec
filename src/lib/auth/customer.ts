/** A logged-in customer as the API shows them (product.md, "Profile"). */
export interface CustomerJson {
  _id: string;
  name: string;
  email: string;
  featured_image: string | null;
}

/** What the profile dropdown calls someone without a name (product.md, "Profile"). */
export const VALUED_CUSTOMER = 'Valued Customer';

/** Path of a customer's own profile image; the file store's key in it makes a new image a new address. */
export function profileImagePath(imageFile: string | null): string | null {
  return imageFile === null ? null : `/public/profile/image?v=${imageFile}`;
}
