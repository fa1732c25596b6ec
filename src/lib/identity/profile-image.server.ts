import { transaction } from '#lib/db/transaction.server.ts';
import { isOutcomeUnknown } from '#lib/db/unavailable.server.ts';
import type { UploadedFile } from '#lib/files/upload.ts';
import { storedFileResponse } from '#lib/http/stored-file.server.ts';
import { profileImagePath } from '#lib/identity/customer.ts';
import { PROFILE_IMAGE_MESSAGES as SAYS } from '#lib/identity/profile-image.ts';
import type { Customer } from '#lib/identity/session.server.ts';
import type { Shop } from '#lib/shop/shop.server.ts';
import { ShopError } from '#lib/shop/shop-error.ts';

const IMAGE_TYPE = 'image/webp';
type Parts = Pick<Shop, 'db' | 'files' | 'now'>;

/** Makes a square, drawn when it was received, the customer's own image, and gives its path; throws `invalid` without one. */
export async function changeProfileImage(
  { db, files, now }: Parts,
  customerId: string,
  [image]: UploadedFile[],
): Promise<{ featured_image: string | null }> {
  if (!image) throw notAnImage();
  const key = await files.keep(image.path, IMAGE_TYPE);
  const before = await transaction(db, async (tx) => {
    const row = await tx.selectFrom('customer').select('image_file').where('id', '=', customerId).executeTakeFirst();
    const change = { image_file: key, updated_at: now() };
    await tx.updateTable('customer').set(change).where('id', '=', customerId).execute();
    return row?.image_file;
  }).catch(async (error: unknown) => {
    // It may be the customer's by now; what is nobody's is swept up later.
    if (!isOutcomeUnknown(error)) await files.remove(key);
    throw error;
  });
  if (before) await files.remove(before);
  return { featured_image: profileImagePath(key) };
}

/** The customer's own image, sent by the front, so that no page waits for the store; there is no address for anyone else's. */
export function readProfileImage({ image_file: key }: Customer, request: Request): Response {
  if (!key) throw new ShopError('not_found', 'You have no profile image yet.');
  return storedFileResponse({ key, type: IMAGE_TYPE, name: 'profile.webp', isInline: true }, request);
}

function notAnImage(): ShopError {
  return new ShopError('invalid', SAYS.notAnImage, { image: SAYS.notAnImage });
}
