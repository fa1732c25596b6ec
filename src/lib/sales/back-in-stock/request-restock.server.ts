import { isOutOfStock } from '#lib/catalog/products/catalog.ts';
import { challengeCookie } from '#lib/customers/auth/challenge-cookie.server.ts';
import { consumeVerifiedChallenge, createChallenge } from '#lib/customers/auth/challenges.server.ts';
import { countMail, networkMailBudgets } from '#lib/customers/auth/code-budgets.server.ts';
import { checkCode, digitCountOfCodeWithoutLink } from '#lib/customers/auth/codes.server.ts';
import { CODE_EXPIRED } from '#lib/customers/auth/codes.ts';
import type { Customer } from '#lib/customers/auth/sessions/session.server.ts';
import { mailVerificationCode } from '#lib/customers/auth/verification-code.server.ts';
import { transaction } from '#lib/platform/db/transaction.server.ts';
import { ShopError } from '#lib/platform/errors/shop-error.ts';
import type { Networks } from '#lib/platform/http/network/network.ts';
import { spendBudgets } from '#lib/platform/http/network/rate-limit.server.ts';
import type { Shop } from '#lib/platform/shop.server.ts';
import { requestedItem, requestedItemName } from '#lib/sales/back-in-stock/find-requested-item.server.ts';
import { RESTOCK_MESSAGES } from '#lib/sales/back-in-stock/restock.ts';
import {
  type RestockRequest,
  type RestockRequestResult,
  saveRequest,
} from '#lib/sales/back-in-stock/save-request.server.ts';

type RequestShop = Pick<Shop, 'db' | 'settings' | 'secretKey' | 'log' | 'now'>;

export const restockChallenge = challengeCookie('restock', ['restock']);

/**
 * Emails a code to a visitor, even if a request for the email address already exists. Returns the token of the
 * challenge, or undefined if the item is in stock. Throws `not_found` if the item does not exist or is not for sale,
 * and `too_many` if too many emails were requested.
 */
export async function requestRestockCode(
  shop: RequestShop,
  { variantId, email }: RestockRequest,
  networks: Networks,
): Promise<string | undefined> {
  const item = await requestedItem(shop.db.write, variantId);
  if (!isOutOfStock(item.variant)) return undefined;
  const to = await countMail(shop, 'restock', { networks, email });
  const digitCount = await digitCountOfCodeWithoutLink(shop);
  return transaction(shop.db, async (tx) => {
    const challenge = { purpose: 'restock' as const, email, details: { variantId }, digits: digitCount };
    const { token, ...verification } = await createChallenge(shop, tx, challenge);
    const name = requestedItemName(item);
    const texts = { purpose: `to hear from us when ${name} is back`, subjectEnding: `to hear when ${name} is back` };
    await mailVerificationCode(tx, { to, ...verification, ...texts, now: shop.now() });
    return token;
  });
}

/**
 * Checks the code, and saves the request. Throws `invalid` if the code is wrong or has expired, `too_many` after too
 * many attempts, `not_found` if the item does not exist or is not for sale, and `conflict` if the mailbox already has
 * the maximum number of requests.
 */
export async function confirmRestockCode(
  shop: RequestShop,
  { token, code }: { token: string | undefined; code: string },
  networks: Networks,
): Promise<{ variantId: number; result: RestockRequestResult }> {
  const challenge = await checkCode(shop, { token, code, purposes: restockChallenge.purposes, networks });
  const { email, details } = challenge;
  const result = await transaction(shop.db, async (tx) => {
    if (!(await consumeVerifiedChallenge(tx, { token, purpose: 'restock', email }, shop.now())))
      throw new ShopError('invalid', CODE_EXPIRED, { code: CODE_EXPIRED });
    return saveRequest(tx, { variantId: details.variantId, email }, shop.now());
  });
  return { variantId: details.variantId, result };
}

/**
 * Saves the request of a customer, who needs no code because the customer's email address is verified. Throws
 * `not_found` if the item does not exist or is not for sale, `conflict` if the mailbox already has the maximum number
 * of requests, and `too_many` if the network has made too many requests.
 */
export async function requestAsCustomer(
  shop: Pick<Shop, 'db' | 'settings' | 'now'>,
  { email }: Pick<Customer, 'email'>,
  variantId: number,
  networks: Networks,
): Promise<RestockRequestResult> {
  // The budgets are the same as for codes, so that all requests from one network count together.
  await spendBudgets(shop, networkMailBudgets(shop, 'restock', networks), RESTOCK_MESSAGES.tooMany);
  return transaction(shop.db, (tx) => saveRequest(tx, { variantId, email }, shop.now()));
}
