import { z } from 'zod/mini';
import { text } from '#lib/primitives/text.schema.ts';

const VERSION_MISSING = 'This form has no version. Please load the page again.';

/** The version of the record that the form showed. */
export const versionSchema = z.pipe(
  text(VERSION_MISSING).check(z.regex(/^\d{1,15}$/, VERSION_MISSING)),
  z.transform((digits) => Number(digits)),
);

/** A record that a form changes, and the version that the form showed. */
export const RECORD_VERSION = z.object({ id: text(), version: versionSchema });
