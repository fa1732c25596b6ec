import type { Kysely } from 'kysely';
import type { Tables } from '#lib/platform/db/query/tables.ts';
import { foldedEmail } from '#lib/primitives/email.ts';

export const NOT_YOUR_CREDIT = 'This coupon belongs to another email address.';

/** Returns whether the coupon refunds swatches. Such a coupon applies only to lengths of cloth. */
export async function isSwatchCredit(db: Kysely<Tables>, code: string): Promise<boolean> {
  return (
    (await db.selectFrom('swatch_credit').select('code').where('code', '=', code).executeTakeFirst()) !== undefined
  );
}

/**
 * Returns a refusal if the coupon refunds swatches that somebody else paid for. Returns undefined if the buyer paid for
 * the swatches, if the buyer's email address is not known yet, or if the coupon does not refund swatches.
 */
export async function swatchCreditRefusal(
  db: Kysely<Tables>,
  code: string,
  readBuyerEmails: () => Promise<readonly string[]>,
): Promise<string | undefined> {
  const credit = await db.selectFrom('swatch_credit').select('email').where('code', '=', code).executeTakeFirst();
  if (!credit) return undefined;
  const emails = await readBuyerEmails();
  const payerEmail = foldedEmail(credit.email);
  return emails.length === 0 || emails.some((email) => foldedEmail(email) === payerEmail) ? undefined : NOT_YOUR_CREDIT;
}
