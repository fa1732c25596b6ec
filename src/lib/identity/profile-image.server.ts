import { writeFile } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import { transaction } from '#lib/db/transaction.server.ts';
import { isOutcomeUnknown } from '#lib/db/unavailable.server.ts';
import { loadSharp } from '#lib/files/load-sharp.server.ts';
import type { UploadedFile } from '#lib/files/upload.ts';
import { profileImagePath } from '#lib/identity/customer.ts';
import { PROFILE_IMAGE_EDGE, PROFILE_IMAGE_MESSAGES as SAYS } from '#lib/identity/profile-image.ts';
import type { Customer } from '#lib/identity/session.server.ts';
import type { Shop } from '#lib/shop/shop.server.ts';
import { ShopError } from '#lib/shop/shop-error.ts';

const IMAGE_TYPE = 'image/webp';
const MOST_PIXELS = 50_000_000;
type Parts = Pick<Shop, 'db' | 'files' | 'now'>;

/** Makes a picture the customer's own, and gives its path; throws `invalid` for what is no picture (specification, section 5). */
export async function changeProfileImage(
  { db, files, now }: Parts,
  customerId: string,
  [image]: UploadedFile[],
): Promise<{ featured_image: string | null }> {
  if (!image) throw notAnImage();
  const key = await files.keep(await redrawn(image.path), IMAGE_TYPE);
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

/** The customer's own image; there is no address for anyone else's. */
export async function readProfileImage({ files }: Parts, { image_file: key }: Customer): Promise<Response> {
  const stream = key ? await files.read(key) : undefined;
  if (!stream) throw new ShopError('not_found', 'You have no profile image yet.');
  return new Response(new Uint8Array(await buffer(stream)), { headers: { 'content-type': IMAGE_TYPE } });
}

/** A square of our own making: whatever else was in the file, such as where it was taken, is gone. */
async function redrawn(path: string): Promise<string> {
  const result = `${path}.webp`;
  await writeFile(result, await squareOf(path));
  return result;
}

async function squareOf(path: string): Promise<Buffer> {
  const sharp = await loadSharp();
  try {
    return await sharp(path, { limitInputPixels: MOST_PIXELS, failOn: 'error' })
      .rotate()
      .resize(PROFILE_IMAGE_EDGE, PROFILE_IMAGE_EDGE, { fit: 'cover', position: 'attention' })
      .webp({ quality: 82 })
      .toBuffer();
  } catch {
    throw notAnImage();
  }
}

function notAnImage(): ShopError {
  return new ShopError('invalid', SAYS.notAnImage, { image: SAYS.notAnImage });
}
