import { challengeCookie } from '#lib/customers/auth/challenge-cookie.server.ts';
import { consumeVerifiedChallenge, createChallenge } from '#lib/customers/auth/challenges.server.ts';
import { countMail } from '#lib/customers/auth/code-budgets.server.ts';
import { checkCode, digitCountOfCodeWithoutLink } from '#lib/customers/auth/codes.server.ts';
import { CODE_EXPIRED } from '#lib/customers/auth/codes.ts';
import { mailVerificationCode } from '#lib/customers/auth/verification-code.server.ts';
import { recordVerifiedMailbox } from '#lib/customers/auth/verified-mailbox.server.ts';
import { transaction } from '#lib/platform/db/transaction.server.ts';
import { ShopError } from '#lib/platform/errors/shop-error.ts';
import { type Networks, UNKNOWN_NETWORKS } from '#lib/platform/http/network/network.ts';
import type { Shop } from '#lib/platform/shop.server.ts';
import { HOUR_MS } from '#lib/primitives/durations.ts';
import { exceededCashLimit } from '#lib/sales/orders/holds/unverified-cash.server.ts';
import { orderWaves } from '#lib/sales/orders/order-waves.server.ts';
import { notifyOwner, recordNotice } from '#lib/shop/owner-notices/notify-owner.server.ts';

type VerifyShop = Pick<Shop, 'db' | 'settings' | 'secretKey' | 'log' | 'now'>;

export const orderChallenge = challengeCookie('order-code', ['order']);
const NOTICE_EVERY_MS = 6 * HOUR_MS;

/**
 * Emails a code that verifies the mailbox, and stores `form`. `refusal` is the error with which the order was refused;
 * if the reason was too many unverified orders, the owner is also notified. Returns the token for `confirmOrderCode`.
 * Throws `too_many` if too many codes were requested for the mailbox or from the network.
 */
export async function requestOrderCode(
  shop: VerifyShop,
  { email, form, refusal }: { email: string; form?: object | undefined; refusal: ShopError },
  networks: Networks = UNKNOWN_NETWORKS,
): Promise<string> {
  if (exceededCashLimit(refusal)) await notifyOfWaves(shop);
  const to = await countMail(shop, 'order', { networks, email });
  const digits = await digitCountOfCodeWithoutLink(shop);
  return transaction(shop.db, async (tx) => {
    const { token, ...verification } = await createChallenge(shop, tx, {
      purpose: 'order',
      email,
      details: { form },
      digits,
    });
    const texts = { purpose: 'to place your order', subjectEnding: 'to place your order', withoutCode: 'is ordered' };
    await mailVerificationCode(tx, { to, ...verification, ...texts, now: shop.now() });
    return token;
  });
}

/**
 * Checks the code and consumes the challenge. Returns the form that was passed to `requestOrderCode`, and a token for
 * the browser. A browser with this token needs no code for further orders from this mailbox. Throws `invalid` if the
 * code is wrong or has expired, and `too_many` after too many attempts.
 */
export async function confirmOrderCode(
  shop: VerifyShop,
  input: { token: string | undefined; code: string },
  networks: Networks = UNKNOWN_NETWORKS,
): Promise<{ mailboxToken: string; form: unknown }> {
  const { email, details } = await checkCode(shop, { ...input, purposes: orderChallenge.purposes, networks });
  const mailboxToken = await transaction(shop.db, async (tx) => {
    if (!(await consumeVerifiedChallenge(tx, { token: input.token, purpose: 'order', email }, shop.now())))
      throw new ShopError('invalid', CODE_EXPIRED, { code: CODE_EXPIRED });
    return recordVerifiedMailbox(tx, shop, email);
  });
  return { mailboxToken, form: details.form };
}

/**
 * Notifies the owner of many cash orders from unverified mailboxes, at most once in each quarter of a day (UTC),
 * regardless of how many buyers need a code.
 */
async function notifyOfWaves({ db, now, log }: VerifyShop): Promise<void> {
  const at = now();
  const period = String(Math.floor(at / NOTICE_EVERY_MS));
  const waves = await orderWaves(db, at, NOTICE_EVERY_MS);
  const orderCount = waves.reduce((sum, wave) => sum + wave.orders.length, 0);
  const isNew = await transaction(db, async (tx) => {
    if (!(await recordNotice(tx, 'orderWave', period, at))) return false;
    const lines = [
      `${orderCount} cash orders in the last six hours came from unverified email addresses. They reserve so many goods that other guests must now enter a code from an email before they can choose cash.`,
      'If these orders are not real, cancel them together. Their goods go back into stock.',
    ];
    const heading = 'Many cash orders from unverified mailboxes';
    await notifyOwner(tx, db, 'orderWave', { heading, lines, command: 'orders cancel-wave', thread: 'order-wave' }, at);
    return true;
  });
  if (isNew)
    log.error({ orders: orderCount, networks: waves.length }, 'alarm: many cash orders from unverified mailboxes');
}
