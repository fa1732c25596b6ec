import type { APIContext } from 'astro';
import { isShopError } from '#lib/platform/errors/shop-error.ts';
import { uploadsDir } from '#lib/platform/files/storage/open-file-store.server.ts';
import { FileError, NO_SPACE, type Upload, type UploadRules } from '#lib/platform/files/storage/upload.ts';
import {
  bytesLeft,
  type Sender,
  senderOf,
  spendBytes,
  spendForm,
  spendPictures,
} from '#lib/platform/http/endpoint/upload-budget.server.ts';
import type { Shop } from '#lib/platform/shop.server.ts';

/** How much the text fields of a form may add to the size of its files. */
const MAX_TEXT_BYTES = 64 * 1024;

export interface Body extends Pick<Upload, 'fields' | 'files'> {
  /** Deletes the files that were not moved into the file store. Refunds the byte budgets, unless `isStored`. */
  discard?(isStored: boolean): Promise<void>;
}

/**
 * Receives the fields and files of a form, and counts the files in the sender's budgets. Throws a FileError if the
 * form can't be received, `too_many` if too many forms have been sent, and `not_logged_in` if the sender is unknown.
 * After an error, no file is left behind.
 */
export async function readUpload(
  { request, locals }: APIContext,
  rules: UploadRules,
  uploader: string | undefined,
): Promise<Body> {
  const { shop } = locals;
  // The budgets protect the disk from visitors; staff must be able to work when the budgets are spent.
  const sender = locals.staff ? undefined : senderOf(locals, uploader);
  if (sender) await spendForm(shop, sender);
  const space = await spaceFor(shop, sender, Number(request.headers.get('content-length') ?? 0));
  const { receiveUpload } = await import('#lib/platform/files/uploads/receive-upload.server.ts');
  const upload = await receiveUpload(request, uploadsDir(shop.settings.dataDir), rules, space);
  try {
    const refund = await processFiles(shop, sender, upload, rules);
    const discard = async (isStored: boolean) => {
      if (!isStored) await refund();
      await upload.discard();
    };
    return { ...upload, discard };
  } catch (error) {
    await upload.discard();
    const uploadError = isShopError(error) ? new FileError('too_many', error.message) : error;
    if (uploadError instanceof FileError) uploadError.fields = upload.fields;
    throw uploadError;
  }
}

async function spaceFor(shop: Shop, sender: Sender | undefined, declaredBytes: number) {
  const budget = sender ? await bytesLeft(shop, sender) : { maxBytes: Number.POSITIVE_INFINITY, message: '' };
  if (declaredBytes > budget.maxBytes + MAX_TEXT_BYTES) throw new FileError('too_many', budget.message);
  if (declaredBytes > MAX_TEXT_BYTES && !(await shop.diskSpace.hasSpaceFor(declaredBytes)))
    throw new FileError('busy', NO_SPACE);
  return { ...budget, has: (bytes: number) => shop.diskSpace.hasSpaceFor(bytes) };
}

/** Counts and re-encodes the files. Returns a function that refunds the byte budgets. */
async function processFiles(
  shop: Shop,
  sender: Sender | undefined,
  { files }: Upload,
  rules: UploadRules,
): Promise<() => Promise<void>> {
  const { isPicture, reencodePictures } = await import('#lib/platform/files/uploads/reencode-pictures.server.ts');
  if (sender) await spendPictures(shop, sender, files.filter(isPicture).length);
  if (!rules.isReencodedLater) await reencodePictures(files, shop.pictureMaker, rules);
  const totalBytes = files.reduce((sum, { bytes }) => sum + bytes, 0);
  return sender ? spendBytes(shop, sender, totalBytes) : async () => {};
}
