import {
  CODE_TOO_MANY,
  CODES_AN_HOUR_A_MAILBOX,
  CODES_AN_HOUR_AN_ADDRESS,
  LINK_EVERY_MS,
  LINK_MAILED,
  LINKS_FOR_EACH_CODE,
} from '#lib/auth/codes.ts';
import { HOUR_MS } from '#lib/fields/durations.ts';
import { foldedEmail } from '#lib/fields/email.ts';
import { type Budget, networkOf, spendBudgets, trySpend } from '#lib/platform/http/rate-limit.server.ts';
import { countedRecipient, type MailRecipient } from '#lib/platform/mail/recipient.server.ts';
import type { Shop } from '#lib/platform/shop.server.ts';
import { tokenHash } from '#lib/platform/tokens.server.ts';

type BudgetShop = Pick<Shop, 'db' | 'settings' | 'now'>;

interface Asker {
  clientAddress: string;
  /** What is asked for, in lower case. */
  email: string;
}

/**
 * Counts one more code that is mailed for registering or for the letter, and gives the recipient that it may go to; throws
 * `too_many`. It stands outside every transaction, so that a refusal is counted too. Each purpose has a budget of its own for a network: behind one
 * carrier's address stand thousands, and nobody's letters shall keep another from logging in.
 */
export function countMail(
  shop: BudgetShop,
  purpose: 'register' | 'newsletter',
  asker: Asker,
): Promise<MailRecipient<'counted'>> {
  const budgets: [Budget, ...Budget[]] = [ofNetwork(shop, purpose, asker.clientAddress), ...ofMailbox(purpose, asker)];
  return countedRecipient(shop, asker.email, budgets, CODE_TOO_MANY);
}

/**
 * Counts a login that is asked for from a network. True when the network has used up its codes, and links must do;
 * throws `too_many` when it has used up those, too.
 */
export async function isCrowded(shop: BudgetShop, clientAddress: string): Promise<boolean> {
  const codes = ofNetwork(shop, 'login', clientAddress);
  if (await trySpend(shop, [codes])) return false;
  const most = shop.settings.mailsAnHour * LINKS_FOR_EACH_CODE;
  await spendBudgets(shop, [{ ...codes, key: `login-link-net:${networkOf(clientAddress)}`, most }], CODE_TOO_MANY);
  return true;
}

/** Counts a code for a stranger's browser against the asker's budget for this address, and the mailbox's own. */
export function hasStrangerCode(shop: BudgetShop, asker: Asker): Promise<boolean> {
  return trySpend(shop, ofMailbox('login', asker));
}

/** A browser that the customer has used before has codes of its own: no stranger can use them up. */
export function hasDeviceCode(shop: BudgetShop, deviceToken: string): Promise<boolean> {
  const key = `login-device:${tokenHash(deviceToken)}`;
  return trySpend(shop, [{ key, most: CODES_AN_HOUR_AN_ADDRESS, windowMs: HOUR_MS }]);
}

/**
 * A link in place of codes that were used up by asking; throws `too_many` while the newest is still new. It counts for
 * the address as the account has it: asking for another spelling mails no link, and must take none away.
 */
export function countLink(shop: BudgetShop, email: string): Promise<void> {
  return spendBudgets(shop, [{ key: `link-to:${email}`, most: 1, windowMs: LINK_EVERY_MS }], LINK_MAILED);
}

/**
 * A link in place of codes that were missed too often. It has a budget of its own: in private mode whether this one is
 * used up must not be seen from outside.
 */
export function hasLinkForMisses(shop: BudgetShop, customerId: string): Promise<boolean> {
  return trySpend(shop, [{ key: `link-for:${customerId}`, most: 1, windowMs: LINK_EVERY_MS }]);
}

function ofNetwork({ settings }: BudgetShop, purpose: string, clientAddress: string): Budget {
  return { key: `${purpose}-net:${networkOf(clientAddress)}`, most: settings.mailsAnHour, windowMs: HOUR_MS };
}

/** A mailbox is the same however its address is spelled. */
function ofMailbox(purpose: string, { clientAddress, email }: Asker): Budget[] {
  const mailbox = foldedEmail(email);
  return [
    {
      key: `${purpose}-to:${mailbox} ${networkOf(clientAddress)}`,
      most: CODES_AN_HOUR_AN_ADDRESS,
      windowMs: HOUR_MS,
    },
    { key: `code-to:${mailbox}`, most: CODES_AN_HOUR_A_MAILBOX, windowMs: HOUR_MS },
  ];
}
