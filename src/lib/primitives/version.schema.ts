import { z } from 'zod/mini';
import { text } from '#lib/primitives/text.schema.ts';

const VERSION_MISSING = 'This form has no version. Please load the page again.';

/** The schema of the version of a record that a form showed. */
export const versionSchema = z.pipe(
  text(VERSION_MISSING).check(z.regex(/^\d{1,15}$/, VERSION_MISSING)),
  z.transform((digits) => Number(digits)),
);

/** The schema of the id of a record. */
export const RECORD_ID = z.object({ id: text() });

/** The schema of the id of a record that a form changes, and of the version that the form showed. */
export const RECORD_VERSION = z.extend(RECORD_ID, { version: versionSchema });
