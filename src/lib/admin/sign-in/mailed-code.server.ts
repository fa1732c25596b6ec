import { randomInt } from 'node:crypto';
import {
  CHALLENGE_LIFETIME_MS,
  createStaffChallenge,
  takeStaffChallenge,
} from '#lib/admin/sign-in/challenges.server.ts';
import { startStaffSession } from '#lib/admin/sign-in/sessions.server.ts';
import { hasSignInMethod } from '#lib/admin/sign-in/sign-in-methods.server.ts';
import { findStaffByEmail, findStaffById, staffActor } from '#lib/admin/staff/staff.server.ts';
import { mailOwners } from '#lib/admin/staff/staff-mails.server.ts';
import { recordAudit } from '#lib/platform/audit/record-audit.server.ts';
import { transaction } from '#lib/platform/db/transaction.server.ts';
import { ShopError } from '#lib/platform/errors/shop-error.ts';
import type { Networks } from '#lib/platform/http/network/network.ts';
import { networkBudgets, spendBudgets } from '#lib/platform/http/network/rate-limit.server.ts';
import { queueMail } from '#lib/platform/mail/outbox.server.ts';
import { countedRecipient } from '#lib/platform/mail/recipient.server.ts';
import type { Shop } from '#lib/platform/shop.server.ts';
import { isSameSecret, keyedHash } from '#lib/platform/tokens.server.ts';
import { HOUR_MS, MINUTE_MS } from '#lib/primitives/durations.ts';
import { shopSettings } from '#lib/shop/settings/shop-settings.server.ts';

type CodeShop = Pick<Shop, 'db' | 'settings' | 'secretKey' | 'now'>;

const DIGITS = 6;
const TRIES = 3;
const CODES_PER_HOUR = 5;
const TOO_MANY = 'Too many codes were requested. Please try again in an hour.';
export const CODE_REJECTED = 'This code is wrong or has expired. Please check it, or request a new one.';

/**
 * Emails a code to a member of staff. Responds identically for every address, so that nobody learns who has access.
 * Returns the token for the challenge's cookie. Throws `too_many` if too many codes were requested.
 */
export async function mailStaffCode(shop: CodeShop, email: string, networks: Networks): Promise<string> {
  const { db, secretKey, now } = shop;
  const networkLimits = networkBudgets(networks, { key: 'admin-code-net', max: 4 * CODES_PER_HOUR, windowMs: HOUR_MS });
  await spendBudgets(shop, networkLimits, TOO_MANY);
  const budget = { key: `admin-code-to:${email}`, max: CODES_PER_HOUR, windowMs: HOUR_MS };
  const to = await countedRecipient(shop, email, [budget], TOO_MANY);
  const member = await findStaffByEmail(shop, email);
  const code = String(randomInt(10 ** DIGITS)).padStart(DIGITS, '0');
  const token = await createStaffChallenge(shop, {
    kind: 'code',
    staffId: member?.id ?? null,
    email,
    valueFor: (id) => codeHash(secretKey, id, code),
    tries: TRIES,
  });
  if (!member) return token;
  const { name } = shopSettings(db);
  const content = {
    heading: 'Your code for the admin',
    lines: [
      `Enter this code to sign in to the admin of ${name}. It works once, for ${CHALLENGE_LIFETIME_MS / MINUTE_MS} minutes.`,
      'We never ask for this code by phone or message. If you did not request it, you can ignore this email.',
    ],
    code,
  };
  const mail = { to, kind: 'code', subject: `${code} is your code for the admin of ${name}`, content };
  await transaction(db, (tx) => queueMail(tx, { ...mail, expiresAt: now() + CHALLENGE_LIFETIME_MS, now: now() }));
  return token;
}

/**
 * Starts a session that may only add a passkey or an authenticator app. All owners are notified if the person already
 * has a passkey or an app, because somebody may have taken over the mailbox. Returns the session's token. Throws
 * `invalid` for a wrong or expired code.
 */
export async function enterStaffCode(
  shop: CodeShop,
  { token, code, device, origin }: { token: string | undefined; code: string; device: string; origin: string },
): Promise<string> {
  const { db, secretKey, now } = shop;
  const challenge = await takeStaffChallenge(shop, token, 'code');
  const isCorrect = challenge && isSameSecret(codeHash(secretKey, challenge.id, code), challenge.value);
  if (!isCorrect || challenge.staff_id === null) throw codeRejected();
  const staffId = challenge.staff_id;
  return transaction(db, async (tx) => {
    const member = await findStaffById(tx, staffId);
    const result = await tx.deleteFrom('staff_challenge').where('id', '=', challenge.id).executeTakeFirst();
    if (!member || result.numDeletedRows === 0n) throw codeRejected();
    const actor = staffActor(member, origin);
    const isRecovery = await hasSignInMethod(tx, staffId);
    const action = isRecovery ? 'recover access by email' : 'accept invitation';
    await recordAudit(tx, { action, record: { kind: 'staff', id: staffId } }, now(), actor);
    if (isRecovery)
      await mailOwners(shop, tx, {
        heading: `${member.name} is recovering access to the admin`,
        lines: [`${member.email} entered an emailed code on ${device}, to add a new passkey or authenticator app.`],
      });
    return startStaffSession(tx, now(), { staffId, device, isEnrolling: true });
  });
}

function codeRejected(): ShopError {
  return new ShopError('invalid', CODE_REJECTED, { code: CODE_REJECTED });
}

function codeHash(secretKey: string, id: string, code: string): string {
  return keyedHash(secretKey, 'staff code', `${id}:${code}`);
}
