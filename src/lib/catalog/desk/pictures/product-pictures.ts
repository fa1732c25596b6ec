import type { ImageRecord } from '#lib/catalog/import/record/catalog-record.ts';
import type { UploadRules } from '#lib/platform/files/storage/upload.ts';

/** Of pictures in lists and on the page of a product: width to height. */
export const PICTURE_RATIO = 4 / 5;
export const ALT_MAX_CHARACTERS = 500;
/** For forms: a form has at most 100 fields of one name. */
export const MAX_PICTURES = 100;
const MAX_FILES = 10;
const MAX_MB = 20;

export const PRODUCT_PICTURE_RULES: UploadRules = {
  // HTML allows one field of each name.
  fileFields: ['pictures', 'photo'],
  files: MAX_FILES,
  fileBytes: MAX_MB * 1024 * 1024,
  fields: 60,
  fieldBytes: 10_000,
  kinds: ['jpeg', 'png', 'webp'],
  isReencodedLater: true,
  messages: {
    tooManyFiles: `Choose at most ${MAX_FILES} pictures at once.`,
    fileTooLarge: (name) => `${name} is larger than ${MAX_MB} MB.`,
    typeNotAllowed: (name) => `${name} is not a picture that the shop can show. Choose a JPEG, PNG or WebP.`,
  },
};

export type PictureAction = 'save' | 'up' | 'down' | 'first' | 'remove';

/** The pictures after a button of the picture at `at`; unchanged for `save` and at the ends. */
export function arrangedPictures(images: readonly ImageRecord[], action: PictureAction, at: number): ImageRecord[] {
  const image = images[at];
  if (!image || action === 'save') return [...images];
  const others = images.toSpliced(at, 1);
  if (action === 'remove') return others;
  const target = action === 'first' ? 0 : action === 'up' ? Math.max(0, at - 1) : at + 1;
  return others.toSpliced(target, 0, image);
}

/** The name under which an export writes an uploaded picture. */
export function uploadedSrc(hash: string): string {
  return `uploads/${hash}.webp`;
}
