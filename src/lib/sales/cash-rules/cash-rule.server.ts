import { type Kysely, sql } from 'kysely';
import { isVerifiedMailbox } from '#lib/customers/auth/verified-mailbox.server.ts';
import { contentOf } from '#lib/platform/content/content.server.ts';
import type { Tables } from '#lib/platform/db/query/tables.ts';
import type { Shop } from '#lib/platform/shop.server.ts';
import { mailboxOf } from '#lib/primitives/email.ts';
import { type CashCustomer, countRefusedParcels, pincodeHistory } from '#lib/sales/cash-rules/cash-history.server.ts';
import { CASH_RULES } from '#lib/sales/cash-rules/cash-rules.schema.ts';
import { type CashRule, HISTORY_MS, hasTooManyRefusals, hasTooManyReturns } from '#lib/sales/cash-rules/cash-rules.ts';

type Reader = Kysely<Tables>;
type RulesShop = Pick<Shop, 'db' | 'now'>;

export interface CashBuyer {
  /** The email address as typed, or an empty string if there is none. */
  email: string;
  mobile: string;
  /** The id of the account with which the buyer is logged in. */
  customerId?: string | null | undefined;
  /** The token of a browser that has verified a mailbox. */
  mailboxToken?: string;
}

/**
 * Returns the rule that switches off cash on delivery for an order, or undefined if there is none. `unverified` means
 * that a rule applies to the mailbox or the mobile number, but may be shown only after the buyer has verified the
 * mailbox. `cashRefusal` checks zones and amounts.
 */
export async function cashRuleFor(
  read: Reader,
  shop: RulesShop & Pick<Shop, 'secretKey'>,
  { pincode, buyer }: { pincode: string | undefined; buyer?: CashBuyer },
): Promise<CashRule | 'unverified' | undefined> {
  if (pincode !== undefined && (await isCashOffAt(read, shop, pincode))) return 'pincode';
  if (!buyer) return undefined;
  const loginMailbox = buyer.customerId ? await accountMailbox(read, buyer.customerId) : undefined;
  const orderMailbox = buyer.email === '' ? undefined : mailboxOf(buyer.email);
  const mailboxes = [...new Set([orderMailbox, loginMailbox].filter((mailbox) => mailbox !== undefined))];
  if (!(await isCashOffFor(read, shop, { mailboxes, mobile: buyer.mobile }))) return undefined;
  if (
    loginMailbox !== undefined &&
    (loginMailbox === orderMailbox || (await isCashOffFor(read, shop, { mailboxes: [loginMailbox] })))
  )
    return 'customer';
  return (await isVerifiedMailbox(read, shop, buyer.email, buyer.mailboxToken)) ? 'customer' : 'unverified';
}

/** Returns whether staff or the owner's rule has switched off cash on delivery for a pincode. */
export async function isCashOffAt(read: Reader, { db, now }: RulesShop, pincode: string): Promise<boolean> {
  const block = await read.selectFrom('cash_block').select('id').where('pincode', '=', pincode).executeTakeFirst();
  if (block) return true;
  const rules = contentOf(db).of(CASH_RULES);
  if (rules.pincodeParcels === 0) return false;
  return hasTooManyReturns(await pincodeHistory({ read }, pincode, now() - HISTORY_MS), rules);
}

async function isCashOffFor(read: Reader, { db, now }: RulesShop, contact: CashCustomer): Promise<boolean> {
  const { mailboxes, mobile = '' } = contact;
  const block = await read
    .selectFrom('cash_block')
    .select('id')
    .where((eb) =>
      eb.or([
        ...(mailboxes.length > 0 ? [eb('mailbox', 'in', mailboxes)] : []),
        ...(mobile === '' ? [] : [eb('mobile', '=', mobile)]),
        sql<boolean>`1 = 0`,
      ]),
    )
    .executeTakeFirst();
  if (block) return true;
  const rules = contentOf(db).of(CASH_RULES);
  if (rules.refusedParcels === 0) return false;
  return hasTooManyRefusals(await countRefusedParcels(read, contact, now() - HISTORY_MS), rules);
}

async function accountMailbox(read: Reader, customerId: string): Promise<string | undefined> {
  const customer = await read.selectFrom('customer').select('email').where('id', '=', customerId).executeTakeFirst();
  return customer && mailboxOf(customer.email);
}
