import { type Budget, spendBudgets } from '#lib/platform/http/network/rate-limit.server.ts';
import type { Shop } from '#lib/platform/shop.server.ts';

/**
 * `proven`: verified by a mailed code. `typed`: perhaps by a stranger. `counted`: typed, but counted against budgets.
 * `owner`: from the settings.
 */
export type Trust = 'proven' | 'typed' | 'counted' | 'owner';

class Recipient<S extends Trust> {
  readonly address: string;
  readonly trust: S;
  /** Makes the type nominal: only objects of this class fit. */
  readonly #isMadeHere = true;
  constructor(address: string, trust: S) {
    this.address = address;
    this.trust = trust;
  }
  get isMadeHere(): boolean {
    return this.#isMadeHere;
  }
}
export type MailRecipient<S extends Trust = Trust> = Recipient<S>;

/** Rows of customers and subscribers are created only after a mailed code. */
export function provenRecipient({ email }: { email: string }): MailRecipient<'proven'> {
  return new Recipient(email, 'proven');
}

/** Its mails are paced, so that a stranger can't flood the address. */
export function typedRecipient(address: string): MailRecipient<'typed'> {
  return new Recipient(address, 'typed');
}

/** For mails that can't be paced, such as codes. Throws `too_many`. */
export async function countedRecipient(
  shop: Pick<Shop, 'db' | 'now'>,
  address: string,
  budgets: readonly Budget[],
  message: string,
): Promise<MailRecipient<'counted'>> {
  await spendBudgets(shop, budgets, message);
  return new Recipient(address, 'counted');
}

/** Only for logins, which use their own budgets before (code-budgets). */
export function countedByLogin(address: string): MailRecipient<'counted'> {
  return new Recipient(address, 'counted');
}

/** The only way to send mail to the shop itself and its staff. Visitors may cause it, so it is paced and joined. */
export function ownerRecipient(address: string): MailRecipient<'owner'> {
  return new Recipient(address, 'owner');
}
