import { z } from 'zod/mini';
import { INBOX_KINDS, type InboxKind } from '#lib/admin/inbox/inbox.ts';
import { oneOrMore } from '#lib/primitives/one-or-more.schema.ts';
import { text } from '#lib/primitives/text.schema.ts';

export const BULK_MAX_ITEMS = 100;
const ROWS_INVALID = 'Please choose the rows again.';

/** Identifies an item in the inbox. */
export type ItemRef = ReturnType<typeof parseItemRef>;

const kindPattern = INBOX_KINDS.join('|');
const chosenRowsSchema = (pattern: string) =>
  oneOrMore(text().check(z.regex(new RegExp(`^(?:${kindPattern}):[^:]{1,100}${pattern}$`), ROWS_INVALID))).check(
    z.minLength(1, ROWS_INVALID),
    z.maxLength(BULK_MAX_ITEMS, `Choose at most ${BULK_MAX_ITEMS} rows.`),
  );

/** The chosen rows, for example `ticket:1a2b`. */
export const BULK_ITEMS = z.pipe(
  chosenRowsSchema(''),
  z.transform((rows) => rows.map(parseItemRef)),
);

/** The chosen rows with the version that the preview showed, for example `ticket:1a2b:1764561600000`. */
export const NEW_INBOX_BULK_ACTION = z.object({
  item: z.pipe(
    chosenRowsSchema(':\\d{1,15}'),
    z.transform((rows) => rows.map((row) => ({ ...parseItemRef(row), version: Number(row.split(':')[2]) }))),
  ),
});

/** Parses a chosen row such as `ticket:1a2b`; ignores a version after the id. */
export function parseItemRef(row: string) {
  const [kind, id = ''] = row.split(':');
  return { kind: kind as InboxKind, id };
}
