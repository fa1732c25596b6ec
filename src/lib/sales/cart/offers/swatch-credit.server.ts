import type { Kysely } from 'kysely';
import type { Tables } from '#lib/platform/db/query/tables.ts';
import { foldedEmail } from '#lib/primitives/email.ts';

export const NOT_YOUR_CREDIT = 'This coupon belongs to another email address.';

/**
 * The refusal of a coupon that gives the price of swatches back, for another buyer than the one who paid them; undefined
 * for other coupons, and while no address is known.
 */
export async function swatchCreditRefusal(
  db: Kysely<Tables>,
  code: string,
  emailsOfBuyer: () => Promise<readonly string[]>,
): Promise<string | undefined> {
  const credit = await db.selectFrom('swatch_credit').select('email').where('code', '=', code).executeTakeFirst();
  if (!credit) return undefined;
  const emails = await emailsOfBuyer();
  const own = foldedEmail(credit.email);
  return emails.length === 0 || emails.some((email) => foldedEmail(email) === own) ? undefined : NOT_YOUR_CREDIT;
}
