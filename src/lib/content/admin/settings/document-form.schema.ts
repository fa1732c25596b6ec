import { z } from 'zod/mini';
import { text } from '#lib/primitives/text.schema.ts';
import { versionSchema } from '#lib/primitives/version.schema.ts';

/** The form for a document. The names of all other fields depend on the document. */
export const DOCUMENT_FORM = z.pipe(
  z.looseObject({ do: z._default(text(), 'check'), seen: z._default(text(), ''), version: versionSchema }),
  z.transform(({ do: button, seen, version, ...fields }) => ({ button, seenHash: seen, version, fields })),
);

/**
 * A submitted form: the value of the button that was pressed, the hash of the changes that the form showed, which is an
 * empty string if it showed no changes, the version that it showed, and its fields.
 */
export type SubmittedForm = z.infer<typeof DOCUMENT_FORM>;
