import { PROFILE_IMAGE_MESSAGES as MESSAGES, PROFILE_IMAGE_NAME } from '#lib/account/profile-image.ts';
import { profileImagePath } from '#lib/auth/customer.ts';
import type { Customer } from '#lib/auth/session.server.ts';
import { transaction } from '#lib/platform/db/transaction.server.ts';
import { isOutcomeUnknown } from '#lib/platform/db/unavailable.server.ts';
import { ShopError } from '#lib/platform/errors/shop-error.ts';
import type { UploadedFile } from '#lib/platform/files/upload.ts';
import { storedFileResponse } from '#lib/platform/http/stored-file.server.ts';
import type { Shop } from '#lib/platform/shop.server.ts';

const IMAGE_TYPE = 'image/webp';
type Parts = Pick<Shop, 'db' | 'files' | 'log' | 'now'>;

/** Makes a square, drawn when it was received, the customer's own image, and gives its path; throws `invalid` without one. */
export async function changeProfileImage(
  shop: Parts,
  customerId: string,
  [image]: UploadedFile[],
): Promise<{ featured_image: string | null }> {
  if (!image) throw notAnImage();
  const { files } = shop;
  const key = await files.keep(image.path, IMAGE_TYPE);
  const before = await setImage(shop, customerId, key).catch(async (error: unknown) => {
    // It may be the customer's by now; what is nobody's is swept up later.
    if (!isOutcomeUnknown(error)) await files.remove(key);
    throw error;
  });
  if (before) await dropFile(shop, before);
  return { featured_image: profileImagePath(key) };
}

/** Takes the customer's own image away, with its file; done twice it is done once. */
export async function removeProfileImage(shop: Parts, customerId: string): Promise<{ featured_image: null }> {
  const before = await setImage(shop, customerId, null);
  if (before) await dropFile(shop, before);
  return { featured_image: null };
}

/** Gives the key of the image that was there before. */
function setImage({ db, now }: Parts, customerId: string, key: string | null): Promise<string | null | undefined> {
  return transaction(db, async (tx) => {
    const row = await tx.selectFrom('customer').select('image_file').where('id', '=', customerId).executeTakeFirst();
    const change = { image_file: key, updated_at: now() };
    await tx.updateTable('customer').set(change).where('id', '=', customerId).execute();
    return row?.image_file;
  });
}

/** It is nobody's by now, so what can't be removed just now the sweep of files without a row removes. */
async function dropFile({ files, log }: Parts, key: string): Promise<void> {
  await files.remove(key).catch((err: unknown) => log.warn({ err }, 'a former profile image was left to the sweep'));
}

/** The customer's own image, sent by the front, so that no page waits for the store; there is no address for anyone else's. */
export function readProfileImage({ image_file: key }: Customer, request: Request): Response {
  if (!key) throw new ShopError('not_found', 'You have no profile image yet.');
  return storedFileResponse({ key, type: IMAGE_TYPE, name: PROFILE_IMAGE_NAME, isInline: true }, request);
}

function notAnImage(): ShopError {
  return new ShopError('invalid', MESSAGES.notAnImage, { image: MESSAGES.notAnImage });
}
