import { z } from 'zod/mini';
import { text } from '#lib/primitives/text.schema.ts';

const CODE_MAX_CHARACTERS = 100;
const SELECTION_MAX_CHARACTERS = 6_000;
export const MAX_SELECTED_ORDERS = 100;
const CODE_MISSING = 'Scan or type a code first.';

/** The ids of the selected orders, separated by commas. The pages pass these ids on from one order to the next. */
export const SELECTION = z.pipe(
  z.catch(z._default(text().check(z.maxLength(SELECTION_MAX_CHARACTERS)), ''), ''),
  z.transform((value) => value.split(',').filter((id) => /^[\w-]{1,60}$/.test(id))),
);

/**
 * Returns the ids of the selected orders in a URL query: one id in each `order` field, as the list sends them, or all
 * ids in the field `of`.
 */
export function selectionIn(query: URLSearchParams): string[] {
  const ids = SELECTION.parse([...query.getAll('order'), query.get('of') ?? ''].filter(Boolean).join(','));
  return [...new Set(ids)].slice(0, MAX_SELECTED_ORDERS);
}

const packFormSchema = z.object({
  code: z._default(
    text().check(
      z.trim(),
      z.maxLength(CODE_MAX_CHARACTERS, `A code can have at most ${CODE_MAX_CHARACTERS} characters.`),
    ),
    '',
  ),
  /** The position of a line that is packed without a scan; undefined if a code was scanned or typed. */
  line: z.optional(z.pipe(text().check(z.regex(/^\d{1,4}$/)), z.transform(Number))),
  /** Present if all items are taken out, not only the items of the last scan. */
  all: z.optional(text()),
  of: SELECTION,
});

export const PACK_FIELDS = packFormSchema.shape;

/** The rule that a code is required unless a line was chosen. */
export const SCAN_RULE = z.refine<{ code: string; line?: number | undefined }>(
  ({ code, line }) => code !== '' || line !== undefined,
  { error: CODE_MISSING, path: ['code'] },
);
