import type { ImageRecord } from '#lib/catalog/import/record/catalog-record.ts';
import { pictureUploadRules } from '#lib/platform/files/storage/picture-upload-rules.ts';

/** Width to height of pictures in lists and on product pages. */
export const PICTURE_RATIO = 4 / 5;
export const ALT_MAX_CHARACTERS = 500;
/** A form has at most 100 fields with the same name. */
export const MAX_PICTURES = 100;

export const PRODUCT_PICTURE_RULES = pictureUploadRules({
  // Two names, because the HTML checker rejects two fields of one name.
  fileFields: ['pictures', 'photo'],
  files: 10,
  fields: 60,
  fieldBytes: 10_000,
});

export type PictureAction = 'save' | 'up' | 'down' | 'first' | 'remove';

/** The pictures after an action on the one at `at`; unchanged for `save`, and for a move beyond the ends. */
export function arrangedPictures(images: readonly ImageRecord[], action: PictureAction, at: number): ImageRecord[] {
  const image = images[at];
  if (!image || action === 'save') return [...images];
  const others = images.toSpliced(at, 1);
  if (action === 'remove') return others;
  const target = action === 'first' ? 0 : action === 'up' ? Math.max(0, at - 1) : at + 1;
  return others.toSpliced(target, 0, image);
}

/** The `src` of an uploaded picture: its file name in an export. */
export function uploadedSrc(hash: string): string {
  return `uploads/${hash}.webp`;
}
