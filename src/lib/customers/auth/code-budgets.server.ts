import {
  CODE_TOO_MANY,
  CODES_PER_HOUR_PER_ADDRESS,
  CODES_PER_HOUR_PER_MAILBOX,
  LINK_INTERVAL_MS,
  LINK_MAILED,
  LINKS_PER_CODE,
} from '#lib/customers/auth/codes.ts';
import type { Networks } from '#lib/platform/http/network/network.ts';
import { type Budget, networkBudgets, spendBudgets, trySpend } from '#lib/platform/http/network/rate-limit.server.ts';
import { countedRecipient, type MailRecipient } from '#lib/platform/mail/recipient.server.ts';
import type { Shop } from '#lib/platform/shop.server.ts';
import { tokenHash } from '#lib/platform/tokens.server.ts';
import { HOUR_MS } from '#lib/primitives/durations.ts';
import { foldedEmail } from '#lib/primitives/email.ts';

type BudgetShop = Pick<Shop, 'db' | 'settings' | 'now'>;

interface CodeRequest {
  networks: Networks;
  email: string;
}

/**
 * Counts an email for the network and the mailbox, and returns its recipient. Must be called outside transactions, so
 * that a rejected request is counted, too. Throws a ShopError `too_many` if a budget is used up.
 */
export function countMail(
  shop: BudgetShop,
  purpose: 'register' | 'newsletter' | 'restock' | 'order',
  request: CodeRequest,
): Promise<MailRecipient<'counted'>> {
  // Many people share a network, so each purpose has a separate budget: newsletter codes must not block logins.
  const budgets = [...networkMailBudgets(shop, purpose, request.networks), ...mailboxBudgets(purpose, request)];
  return countedRecipient(shop, request.email, budgets, CODE_TOO_MANY);
}

/**
 * Counts a login for the network. Returns false if the network's codes are used up. Throws a ShopError `too_many` if
 * its links are used up, too.
 */
export async function trySpendNetworkCode(shop: BudgetShop, networks: Networks): Promise<boolean> {
  if (await trySpend(shop, networkMailBudgets(shop, 'login', networks))) return true;
  const max = shop.settings.mailsAnHour * LINKS_PER_CODE;
  await spendBudgets(shop, networkBudgets(networks, { key: 'login-link-net', max, windowMs: HOUR_MS }), CODE_TOO_MANY);
  return false;
}

/** Counts a login code for the mailbox. Returns false if the codes for the mailbox are used up. */
export function trySpendMailboxCode(shop: BudgetShop, request: CodeRequest): Promise<boolean> {
  return trySpend(shop, mailboxBudgets('login', request));
}

/**
 * Counts a code for a known device, whose separate budget a stranger can't use up. Returns false if this budget is used
 * up.
 */
export function trySpendDeviceCode(shop: BudgetShop, deviceToken: string): Promise<boolean> {
  const key = `login-device:${tokenHash(deviceToken)}`;
  return trySpend(shop, [{ key, max: CODES_PER_HOUR_PER_ADDRESS, windowMs: HOUR_MS }]);
}

/**
 * Counts a link for the exact spelling of an address, because no link is emailed to another spelling. Throws a
 * ShopError `too_many` if a link was requested within `LINK_INTERVAL_MS`.
 */
export function countLink(shop: BudgetShop, email: string): Promise<void> {
  return spendBudgets(shop, [{ key: `link-to:${email}`, max: 1, windowMs: LINK_INTERVAL_MS }], LINK_MAILED);
}

/**
 * Counts a link for a customer after many wrong codes. Returns false if a link was emailed within `LINK_INTERVAL_MS`.
 * The budget is separate from that of `countLink`, whose error would reveal in private mode that the account exists.
 */
export function trySpendLinkAfterWrongCodes(shop: BudgetShop, customerId: string): Promise<boolean> {
  return trySpend(shop, [{ key: `link-for:${customerId}`, max: 1, windowMs: LINK_INTERVAL_MS }]);
}

/** Returns the budgets for the emails that one network may request in an hour, separately for each purpose. */
export function networkMailBudgets({ settings }: BudgetShop, purpose: string, networks: Networks): Budget[] {
  return networkBudgets(networks, { key: `${purpose}-net`, max: settings.mailsAnHour, windowMs: HOUR_MS });
}

function mailboxBudgets(purpose: string, { networks, email }: CodeRequest): Budget[] {
  const mailbox = foldedEmail(email);
  return [
    {
      key: `${purpose}-to:${mailbox} ${networks.widest}`,
      max: CODES_PER_HOUR_PER_ADDRESS,
      windowMs: HOUR_MS,
    },
    { key: `code-to:${mailbox}`, max: CODES_PER_HOUR_PER_MAILBOX, windowMs: HOUR_MS },
  ];
}
