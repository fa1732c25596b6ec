import type { FileKindName } from '#lib/platform/files/storage/file-kinds.ts';
import type { UploadRules } from '#lib/platform/files/storage/upload.ts';

const MAX_MB = 20;
export const PICTURE_KINDS: readonly FileKindName[] = ['jpeg', 'png', 'webp'];

/**
 * Returns the rules for uploads of pictures of up to 20 MB each. The shop encodes the pictures again when it stores
 * them.
 */
export function pictureUploadRules(
  form: Pick<UploadRules, 'fileFields' | 'maxFiles' | 'maxFields' | 'maxFieldBytes'>,
  kinds = PICTURE_KINDS,
): UploadRules {
  return {
    ...form,
    maxFileBytes: MAX_MB * 1024 * 1024,
    kinds,
    isReencodedLater: true,
    messages: {
      tooManyFiles: form.maxFiles === 1 ? 'Choose one picture.' : `Choose at most ${form.maxFiles} pictures at once.`,
      fileTooLarge: (name) => `${name} is larger than ${MAX_MB} MB.`,
      typeNotAllowed: (name) => `${name} is not a picture that the shop can show. Choose a JPEG, PNG or WebP.`,
    },
  };
}
