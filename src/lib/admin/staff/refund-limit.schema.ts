import { z } from 'zod/mini';
import { REFUNDING_ROLES, type Role } from '#lib/admin/staff/roles.ts';
import { text } from '#lib/primitives/text.schema.ts';

const AMOUNT_INVALID = 'Enter rupees, such as 5000, or leave the field empty for no limit.';

/** `limit` is entered in rupees and converted to paise; undefined removes the limit. */
export const REFUND_LIMIT = z.object({
  role: z.enum(REFUNDING_ROLES as [Role, ...Role[]], 'Please choose a role.'),
  limit: z.pipe(
    text(AMOUNT_INVALID).check(z.trim(), z.regex(/^(?:\d{1,8}(?:\.\d{1,2})?)?$/, AMOUNT_INVALID)),
    z.transform((input) => (input === '' ? undefined : Math.round(Number(input) * 100))),
  ),
});
