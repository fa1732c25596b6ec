import { z } from 'zod/mini';
import { text } from '#lib/primitives/text.schema.ts';

const VERSION_MISSING = 'This form has no version. Please load the page again.';

/** The order that a form of its page changes, and the version that the page showed. */
export const ORDER_VERSION = z.object({
  id: text(),
  version: z.pipe(
    text(VERSION_MISSING).check(z.regex(/^\d{1,15}$/, VERSION_MISSING)),
    z.transform((digits) => Number(digits)),
  ),
});
