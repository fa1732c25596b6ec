import { type Budget, spendBudgets } from '#lib/platform/http/rate-limit.server.ts';
import type { Shop } from '#lib/platform/shop.server.ts';

/**
 * Why a mail may go to an address. `proven`: its owner has shown by a mailed code that it is theirs. `typed`: somebody has
 * typed it, who may be a stranger. `counted`: the same, and the request was counted against budgets. `shop`: the shop's own.
 */
export type Standing = 'proven' | 'typed' | 'counted' | 'shop';

class Recipient<S extends Standing> {
  readonly address: string;
  readonly standing: S;
  /** Makes the type one that no object but this class's fits. */
  readonly #isMadeHere = true;
  constructor(address: string, standing: S) {
    this.address = address;
    this.standing = standing;
  }
  get isMadeHere(): boolean {
    return this.#isMadeHere;
  }
}
export type MailRecipient<S extends Standing = Standing> = Recipient<S>;

/** For an address out of the row of a customer or subscriber, which are made by a mailed code only. */
export function provenRecipient({ email }: { email: string }): MailRecipient<'proven'> {
  return new Recipient(email, 'proven');
}

/** For any other address. Its mails take turns, so that a stranger who typed it can't flood it. */
export function typedRecipient(address: string): MailRecipient<'typed'> {
  return new Recipient(address, 'typed');
}

/** For a mail that can't wait for a turn, such as a code: the request for it is counted first. Throws `too_many`. */
export async function countedRecipient(
  shop: Pick<Shop, 'db' | 'now'>,
  address: string,
  budgets: [Budget, ...Budget[]],
  message: string,
): Promise<MailRecipient<'counted'>> {
  await spendBudgets(shop, budgets, message);
  return new Recipient(address, 'counted');
}

/** For a login alone, whose budgets choose between a code, a link and nothing before this (code-budgets). */
export function countedByLogin(address: string): MailRecipient<'counted'> {
  return new Recipient(address, 'counted');
}

/** The owner, who reads what visitors write. */
export function shopRecipient(address: string): MailRecipient<'shop'> {
  return new Recipient(address, 'shop');
}
