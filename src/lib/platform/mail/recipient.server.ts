import { type Budget, spendBudgets } from '#lib/platform/http/network/rate-limit.server.ts';
import type { Shop } from '#lib/platform/shop.server.ts';

/**
 * `proven`: verified by an emailed code. `typed`: typed, perhaps by a stranger. `counted`: typed, but the request for
 * the email was counted against budgets. `owner`: from the settings, or the address of a staff member.
 */
export type Trust = 'proven' | 'typed' | 'counted' | 'owner';

class Recipient<S extends Trust> {
  readonly address: string;
  /** Private, so that the type is nominal: only instances of this class are assignable. */
  readonly #trust: S;
  constructor(address: string, trust: S) {
    this.address = address;
    this.#trust = trust;
  }
  get trust(): S {
    return this.#trust;
  }
}
export type MailRecipient<S extends Trust = Trust> = Recipient<S>;

/**
 * Returns a recipient for customers and subscribers, whose rows are created only after they entered an emailed code.
 */
export function verifiedRecipient({ email }: { email: string }): MailRecipient<'proven'> {
  return new Recipient(email, 'proven');
}

/** Returns a recipient whose emails are rate-limited, so that a stranger can't flood the address. */
export function typedRecipient(address: string): MailRecipient<'typed'> {
  return new Recipient(address, 'typed');
}

/** Returns a recipient for emails that can't be delayed, such as codes. Throws `too_many` if a budget is used up. */
export async function countedRecipient(
  shop: Pick<Shop, 'db' | 'now'>,
  address: string,
  budgets: readonly Budget[],
  message: string,
): Promise<MailRecipient<'counted'>> {
  await spendBudgets(shop, budgets, message);
  return new Recipient(address, 'counted');
}

/** Returns a recipient for logins only, which are counted against other budgets (`code-budgets.server.ts`). */
export function loginRecipient(address: string): MailRecipient<'counted'> {
  return new Recipient(address, 'counted');
}

/**
 * Returns a recipient for emails to the shop itself and its staff. Visitors may cause such emails, so they are
 * rate-limited and joined.
 */
export function ownerRecipient(address: string): MailRecipient<'owner'> {
  return new Recipient(address, 'owner');
}
