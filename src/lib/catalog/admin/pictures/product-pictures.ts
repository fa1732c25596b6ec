import type { ImageRecord } from '#lib/catalog/import/record/catalog-record.ts';
import { pictureUploadRules } from '#lib/platform/files/storage/picture-upload-rules.ts';

/** The ratio of width to height of pictures in lists and on product pages. */
export const PICTURE_RATIO = 4 / 5;
export const ALT_MAX_CHARACTERS = 500;
/** The maximum number of pictures of a product: a form has at most 100 fields of one name, one for each picture. */
export const MAX_PICTURES = 100;

export const PRODUCT_PICTURE_RULES = pictureUploadRules({
  // The two file fields have different names, because the HTML checker rejects two fields with the same name.
  fileFields: ['pictures', 'photo'],
  maxFiles: 10,
  maxFields: 60,
  maxFieldBytes: 10_000,
});

export type PictureAction = 'save' | 'up' | 'down' | 'first' | 'remove';

/**
 * Returns the pictures after an action on the picture at `index`. The action `save` and a move beyond either end leave
 * the order as it is.
 */
export function arrangedPictures(images: readonly ImageRecord[], action: PictureAction, index: number): ImageRecord[] {
  const image = images[index];
  if (!image || action === 'save') return [...images];
  const otherImages = images.toSpliced(index, 1);
  if (action === 'remove') return otherImages;
  const target = action === 'first' ? 0 : action === 'up' ? Math.max(0, index - 1) : index + 1;
  return otherImages.toSpliced(target, 0, image);
}

/** Returns the `src` of an uploaded picture, which is also the file name of the picture in an export. */
export function uploadedSrc(hash: string): string {
  return `uploads/${hash}.webp`;
}
