import type { UploadRules } from '#lib/platform/files/storage/upload.ts';

export const PROFILE_IMAGE_MESSAGES = {
  notAnImage: 'Please select a valid image file (JPG, PNG, GIF)',
  tooLarge: 'Image size should be less than 5MB',
  tooMany: 'Please select one image.',
} as const;

export const PROFILE_IMAGE_UPDATED = 'Profile image updated';
export const PROFILE_IMAGE_REMOVED = 'Profile image removed';
export const PROFILE_IMAGE_NAME = 'profile.webp';
export const PROFILE_IMAGE_MAX_BYTES = 5 * 1024 * 1024;
/**
 * The width and the height in pixels. The image is shown at up to 96 CSS pixels, with up to four device pixels per CSS
 * pixel.
 */
const PROFILE_IMAGE_EDGE = 384;

export const PROFILE_IMAGE_RULES: UploadRules = {
  fileFields: ['image'],
  maxFiles: 1,
  maxFileBytes: PROFILE_IMAGE_MAX_BYTES,
  maxFields: 5,
  maxFieldBytes: 1_000,
  kinds: ['jpeg', 'png', 'gif', 'webp'],
  squareEdge: PROFILE_IMAGE_EDGE,
  messages: {
    tooManyFiles: PROFILE_IMAGE_MESSAGES.tooMany,
    fileTooLarge: () => PROFILE_IMAGE_MESSAGES.tooLarge,
    typeNotAllowed: () => PROFILE_IMAGE_MESSAGES.notAnImage,
  },
};
