import { z } from 'zod/mini';
import { TEXT_FOLDERS } from '#lib/content/admin/texts/text-kinds.ts';
import { pictureUploadRules } from '#lib/platform/files/storage/picture-upload-rules.ts';
import { text } from '#lib/primitives/text.schema.ts';
import { versionSchema } from '#lib/primitives/version.schema.ts';

export const TEXT_FOLDER = z.object({ folder: z.enum(TEXT_FOLDERS) });

/** A text of the shop: its folder, and the name of its file without the extension. */
const TEXT_NAME = z.extend(TEXT_FOLDER, { file: text() });

/** A text and the version of it that the form showed. */
export const TEXT_VERSION = z.extend(TEXT_NAME, { version: versionSchema });

/** A text, the version of it that the form showed, and the earlier version to restore. */
export const EARLIER_TEXT = z.extend(TEXT_VERSION, { earlier: versionSchema });

export const NEW_QUESTION = z.extend(TEXT_VERSION, {
  question: text().check(
    z.trim(),
    z.minLength(1, 'Enter the question.'),
    z.maxLength(300, 'The question is too long.'),
  ),
  answer: text().check(z.trim(), z.minLength(1, 'Enter the answer.'), z.maxLength(20_000, 'The answer is too long.')),
});

/** The fields of a text as they were entered; they are checked when the text is saved. */
export const TEXT_FORM = z.catchall(TEXT_VERSION, text());

/** The fields of a new text, which has no version. If `address` is empty, the address is made from the title. */
export const NEW_TEXT_FORM = z.catchall(TEXT_FOLDER, text());

/** A preview of a text that may be new. */
export const PREVIEW_FORM = z.catchall(TEXT_NAME, text());

/** The version that is compared with the current version; 0 is the demo's text. */
export const TEXT_VERSIONS_QUERY = z.object({ version: z.catch(z.optional(versionSchema), undefined) });

/** The maximum size of a field, which is large enough for the longest text in any script. */
const MAX_TEXT_BYTES = 800_000;

export const TEXT_UPLOAD = pictureUploadRules({
  fileFields: ['picture'],
  maxFiles: 1,
  maxFields: 40,
  maxFieldBytes: MAX_TEXT_BYTES,
});
