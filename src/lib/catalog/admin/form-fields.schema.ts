import { z } from 'zod/mini';
import { oneOrMore } from '#lib/primitives/one-or-more.schema.ts';
import { text } from '#lib/primitives/text.schema.ts';
import { versionSchema } from '#lib/primitives/version.schema.ts';

/** The id of a product or variant. */
const idField = text().check(z.regex(/^\d{1,15}$/));

/** The id of the product that a form changes, and the version that the form showed. */
export const ID_AND_VERSION = { id: idField, version: versionSchema };

/** The ids of variants, as numbers. */
export const idsField = z.pipe(
  oneOrMore(idField),
  z.transform((ids) => ids.map(Number)),
);

/** The position of the last row of the previous page, in the query of a list of rows. */
export const lastPosition = z.catch(
  z.optional(z.pipe(text().check(z.regex(/^\d{1,9}$/)), z.transform(Number))),
  undefined,
);
