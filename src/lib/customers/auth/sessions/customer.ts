export interface CustomerJson {
  _id: string;
  name: string;
  email: string;
  featured_image: string | null;
}

/** The name that is shown for customers without a name (product.md, "Profile"). */
export const VALUED_CUSTOMER = 'Valued Customer';

/** Returns the path of a profile image, or null. A new image has a new path, so that no cache shows the old image. */
export function profileImagePath(imageFile: string | null): string | null {
  return imageFile === null ? null : `/public/profile/image?v=${imageFile}`;
}
