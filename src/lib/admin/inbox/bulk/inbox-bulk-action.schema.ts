import { z } from 'zod/mini';
import { INBOX_KINDS, type InboxKind } from '#lib/admin/inbox/inbox.ts';
import { oneOrMore } from '#lib/primitives/one-or-more.schema.ts';
import { text } from '#lib/primitives/text.schema.ts';

export const BULK_MAX_ITEMS = 100;
const TOO_MANY = `Choose at most ${BULK_MAX_ITEMS} rows.`;
const ROWS_INVALID = 'Please choose the rows again.';

/** A row of the inbox. */
export interface ItemRef {
  kind: InboxKind;
  id: string;
}

const kinds = INBOX_KINDS.join('|');
const chosenRows = (pattern: string) =>
  oneOrMore(text().check(z.regex(new RegExp(`^(?:${kinds}):[^:]{1,100}${pattern}$`), ROWS_INVALID))).check(
    z.minLength(1, ROWS_INVALID),
    z.maxLength(BULK_MAX_ITEMS, TOO_MANY),
  );

/** The chosen rows, for example `ticket:1a2b`. */
export const BULK_ITEMS = z.pipe(
  chosenRows(''),
  z.transform((values) => values.map(refOf)),
);

/** The chosen rows with the version that the preview showed, for example `ticket:1a2b:1764561600000`. */
export const NEW_INBOX_BULK_ACTION = z.object({
  item: z.pipe(
    chosenRows(':\\d{1,15}'),
    z.transform((values) => values.map((value) => ({ ...refOf(value), version: Number(value.split(':')[2]) }))),
  ),
});

export function refOf(value: string): ItemRef {
  const [kind, id = ''] = value.split(':');
  return { kind: kind as InboxKind, id };
}
