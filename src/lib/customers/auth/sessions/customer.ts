export interface CustomerJson {
  _id: string;
  name: string;
  email: string;
  featured_image: string | null;
}

/** For customers without a name (product.md, "Profile"). */
export const VALUED_CUSTOMER = 'Valued Customer';

/** A new image has a new URL, so that no cache shows the old one. */
export function profileImagePath(imageFile: string | null): string | null {
  return imageFile === null ? null : `/public/profile/image?v=${imageFile}`;
}
