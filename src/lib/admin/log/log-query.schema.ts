import { z } from 'zod/mini';
import { text } from '#lib/primitives/text.schema.ts';

const MAX_CHARACTERS = 120;

const optional = <S extends z.ZodMiniType>(schema: S) => z.catch(z.optional(schema), undefined);
const word = text().check(z.trim(), z.minLength(1), z.maxLength(MAX_CHARACTERS));

/** Invalid filters are ignored, so that an old link still shows entries. */
export const LOG_QUERY = z.object({
  /** The kind of an actor and, for one person or gateway, the id, for example `cli` or `staff:ID`. */
  person: optional(text().check(z.regex(/^(staff|cli|job|gateway)(:[\w-]{1,60})?$/))),
  action: optional(word),
  /** The number of an order, or the id of another record. */
  record: optional(word),
  /** A day in Indian time. */
  day: optional(z.iso.date()),
  /** The time and the id of the last entry of the previous page. */
  before: optional(text().check(z.regex(/^\d{1,15}\.\d{1,15}$/))),
});

export type LogQuery = z.infer<typeof LOG_QUERY>;
