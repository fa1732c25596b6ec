import type { Kysely } from 'kysely';
import type { Tables } from '#lib/platform/db/query/tables.ts';
import { foldedEmail } from '#lib/primitives/email.ts';

export const NOT_YOUR_CREDIT = 'This coupon belongs to another email address.';

/** Returns whether the coupon refunds swatches. It then applies only to lengths of cloth. */
export async function isSwatchCredit(db: Kysely<Tables>, code: string): Promise<boolean> {
  return (
    (await db.selectFrom('swatch_credit').select('code').where('code', '=', code).executeTakeFirst()) !== undefined
  );
}

/**
 * Returns why a buyer can't use a coupon that refunds swatches: somebody else paid for them. Returns undefined for the
 * person who paid, for other coupons, and while no email address of the buyer is known.
 */
export async function swatchCreditRefusal(
  db: Kysely<Tables>,
  code: string,
  readBuyerEmails: () => Promise<readonly string[]>,
): Promise<string | undefined> {
  const credit = await db.selectFrom('swatch_credit').select('email').where('code', '=', code).executeTakeFirst();
  if (!credit) return undefined;
  const emails = await readBuyerEmails();
  const payer = foldedEmail(credit.email);
  return emails.length === 0 || emails.some((email) => foldedEmail(email) === payer) ? undefined : NOT_YOUR_CREDIT;
}
