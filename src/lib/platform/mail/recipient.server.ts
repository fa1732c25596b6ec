import { type Budget, spendBudgets } from '#lib/platform/http/network/rate-limit.server.ts';
import type { Shop } from '#lib/platform/shop.server.ts';

/**
 * `proven`: verified by an emailed code. `typed`: typed, perhaps by a stranger. `counted`: typed, but the request for the
 * mail was counted against budgets. `owner`: from the settings, or the address of a staff member.
 */
export type Trust = 'proven' | 'typed' | 'counted' | 'owner';

class Recipient<S extends Trust> {
  readonly address: string;
  readonly trust: S;
  /** Makes the type nominal: only instances of this class are assignable. */
  readonly #brand = true;
  constructor(address: string, trust: S) {
    this.address = address;
    this.trust = trust;
  }
  get brand(): boolean {
    return this.#brand;
  }
}
export type MailRecipient<S extends Trust = Trust> = Recipient<S>;

/** For customers and subscribers, whose rows are created only after an emailed code was entered. */
export function provenRecipient({ email }: { email: string }): MailRecipient<'proven'> {
  return new Recipient(email, 'proven');
}

/** Emails to this recipient are rate-limited, so that a stranger can't flood the address. */
export function typedRecipient(address: string): MailRecipient<'typed'> {
  return new Recipient(address, 'typed');
}

/** For emails that can't be delayed, such as codes. Throws `too_many`. */
export async function countedRecipient(
  shop: Pick<Shop, 'db' | 'now'>,
  address: string,
  budgets: readonly Budget[],
  message: string,
): Promise<MailRecipient<'counted'>> {
  await spendBudgets(shop, budgets, message);
  return new Recipient(address, 'counted');
}

/** Only for logins, which are counted against budgets of their own (`code-budgets.server.ts`). */
export function countedByLogin(address: string): MailRecipient<'counted'> {
  return new Recipient(address, 'counted');
}

/**
 * The only way to send mail to the shop itself and its staff. Visitors may cause such mail, so it is rate-limited and
 * joined.
 */
export function ownerRecipient(address: string): MailRecipient<'owner'> {
  return new Recipient(address, 'owner');
}
