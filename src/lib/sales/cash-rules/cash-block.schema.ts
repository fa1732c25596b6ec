import { z } from 'zod/mini';
import { listCursor } from '#lib/primitives/list-query.schema.ts';
import { oneLine } from '#lib/primitives/name.ts';
import { pincodeField } from '#lib/primitives/pincode.schema.ts';
import { text } from '#lib/primitives/text.schema.ts';

export const BLOCK_REASON_MAX_CHARACTERS = 200;

/**
 * The schema of the form that switches off cash on delivery for a pincode, an order's customer, or a customer with an
 * account.
 */
export const CASH_BLOCK = z.object({
  pincode: z.optional(pincodeField),
  order: z.optional(text()),
  customer: z.optional(text()),
  reason: z._default(
    text().check(
      z.overwrite(oneLine),
      z.maxLength(BLOCK_REASON_MAX_CHARACTERS, `A reason can have at most ${BLOCK_REASON_MAX_CHARACTERS} characters.`),
    ),
    '',
  ),
});

/** The schema of the form that removes a block. */
export const BLOCK_CHOICE = z.object({ block: text('Please choose a line.') });

export const BLOCK_PAGE = z.object({ after: listCursor, before: listCursor });
