import { profileImagePath } from '#lib/customers/auth/sessions/customer.ts';
import type { Customer } from '#lib/customers/auth/sessions/session.server.ts';
import { isOutcomeUnknown } from '#lib/platform/db/query/unavailable.server.ts';
import { transaction } from '#lib/platform/db/transaction.server.ts';
import { ShopError } from '#lib/platform/errors/shop-error.ts';
import type { UploadedFile } from '#lib/platform/files/storage/upload.ts';
import { storedFileResponse } from '#lib/platform/http/pages/stored-file.server.ts';
import type { Shop } from '#lib/platform/shop.server.ts';
import { PROFILE_IMAGE_MESSAGES as MESSAGES, PROFILE_IMAGE_NAME } from '#lib/sales/account/profile-image.ts';

const IMAGE_TYPE = 'image/webp';
type ProfileImageShop = Pick<Shop, 'db' | 'files' | 'log' | 'now'>;

/** Replaces the profile image, and returns the path of the new image. Throws `invalid` if no image was received. */
export async function changeProfileImage(
  shop: ProfileImageShop,
  customerId: string,
  [image]: UploadedFile[],
): Promise<{ featured_image: string | null }> {
  if (!image) throw new ShopError('invalid', MESSAGES.notAnImage, { image: MESSAGES.notAnImage });
  const { files } = shop;
  const key = await files.add(image.path, IMAGE_TYPE);
  const previousKey = await setImage(shop, customerId, key).catch(async (error: unknown) => {
    // If the outcome is unknown, the file may be in use. The sweep of unused files removes an unused file later.
    if (!isOutcomeUnknown(error)) await files.remove(key);
    throw error;
  });
  if (previousKey) await removeFile(shop, previousKey);
  return { featured_image: profileImagePath(key) };
}

/** Removes the profile image. Idempotent. */
export async function removeProfileImage(
  shop: ProfileImageShop,
  customerId: string,
): Promise<{ featured_image: null }> {
  const previousKey = await setImage(shop, customerId, null);
  if (previousKey) await removeFile(shop, previousKey);
  return { featured_image: null };
}

/**
 * Stores the file key of the profile image; null removes the image. Returns the file key of the previous image, null if
 * there was none, or undefined if the account does not exist.
 */
function setImage(
  { db, now }: ProfileImageShop,
  customerId: string,
  key: string | null,
): Promise<string | null | undefined> {
  return transaction(db, async (tx) => {
    const row = await tx.selectFrom('customer').select('image_file').where('id', '=', customerId).executeTakeFirst();
    const change = { image_file: key, updated_at: now() };
    await tx.updateTable('customer').set(change).where('id', '=', customerId).execute();
    return row?.image_file;
  });
}

/**
 * Removes a file that no longer has a database row. If the removal fails, the sweep of unused files removes it later.
 */
async function removeFile({ files, log }: ProfileImageShop, key: string): Promise<void> {
  await files.remove(key).catch((err: unknown) => log.warn({ err }, 'could not remove a former profile image'));
}

/** Returns a response with the customer's profile image. Throws `not_found` if the customer has none. */
export function readProfileImage({ image_file: key }: Customer, request: Request): Response {
  if (!key) throw new ShopError('not_found', 'You have no profile image yet.');
  return storedFileResponse({ key, type: IMAGE_TYPE, name: PROFILE_IMAGE_NAME, isInline: true }, request);
}
