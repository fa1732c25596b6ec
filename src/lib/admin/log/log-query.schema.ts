import { z } from 'zod/mini';
import { text } from '#lib/primitives/text.schema.ts';

const MAX_CHARACTERS = 120;

const optionalFilter = <S extends z.ZodMiniType>(schema: S) => z.catch(z.optional(schema), undefined);
const shortText = text().check(z.trim(), z.minLength(1), z.maxLength(MAX_CHARACTERS));

/** Invalid filters are ignored, so that an old link still shows entries. */
export const LOG_QUERY = z.object({
  /** The kind of an actor and, for one person or gateway, the id, for example `cli` or `staff:ID`. */
  person: optionalFilter(text().check(z.regex(/^(staff|cli|job|gateway)(:[\w-]{1,60})?$/))),
  action: optionalFilter(shortText),
  /** The number of an order, or the id of another record. */
  record: optionalFilter(shortText),
  /** A day in Indian time. */
  day: optionalFilter(z.iso.date()),
  /** The time and the id of the last entry of the previous page. */
  before: optionalFilter(text().check(z.regex(/^\d{1,15}\.\d{1,15}$/))),
});

export type LogQuery = z.infer<typeof LOG_QUERY>;
