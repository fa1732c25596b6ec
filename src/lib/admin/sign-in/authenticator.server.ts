import { randomInt } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import { encode } from 'uqr';
import { createStaffChallenge, readStaffChallenge, takeStaffChallenge } from '#lib/admin/sign-in/challenges.server.ts';
import { CODE_NOT_ACCEPTED } from '#lib/admin/sign-in/code.schema.ts';
import { decryptText, encryptText } from '#lib/admin/sign-in/encrypted-text.server.ts';
import { confirmSession, type StaffSession, signIn } from '#lib/admin/sign-in/sessions.server.ts';
import { findStaffByEmail } from '#lib/admin/staff/staff.server.ts';
import { mailOwners } from '#lib/admin/staff/staff-mails.server.ts';
import { recordAudit } from '#lib/platform/audit/record-audit.server.ts';
import type { Tx } from '#lib/platform/db/db.server.ts';
import type { StaffChallengeTable } from '#lib/platform/db/tables/admin.ts';
import { transaction } from '#lib/platform/db/transaction.server.ts';
import { ShopError } from '#lib/platform/errors/shop-error.ts';
import type { Networks } from '#lib/platform/http/network/network.ts';
import { networkBudgets, spendBudgets } from '#lib/platform/http/network/rate-limit.server.ts';
import type { Shop } from '#lib/platform/shop.server.ts';
import { keyedHash } from '#lib/platform/tokens.server.ts';
import { MINUTE_MS, SECOND_MS } from '#lib/primitives/durations.ts';
import { shopSettings } from '#lib/shop/settings/shop-settings.server.ts';

type AuthenticatorShop = Pick<Shop, 'db' | 'settings' | 'secretKey' | 'now'>;

const STEP_SECONDS = 30;
/** The number of steps by which a phone's clock may differ. */
const WINDOW_STEPS = 1;
const RECOVERY_CODE_COUNT = 10;
/** The characters of recovery codes, without characters that look alike. */
const RECOVERY_ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789';
const RECOVERY_CODE_CHARACTERS = 10;
/** At five tries in 15 minutes, guessing one of three valid codes takes almost two years on average. */
const TRY_LIMIT = { max: 5, windowMs: 15 * MINUTE_MS };
const TOO_MANY = 'Too many attempts. Please try again in 15 minutes.';
const SETUP_TRIES = 5;

/**
 * Creates a secret for the person's app. The secret belongs to a challenge until a code proves that the app has the
 * secret. Returns the token for the challenge's cookie.
 */
export function startAuthenticatorSetup(shop: AuthenticatorShop, session: StaffSession): Promise<string> {
  const secret = new Secret({ size: 20 });
  return createStaffChallenge(shop, {
    kind: 'new_authenticator',
    staffId: session.staffId,
    valueFor: () => encryptText(shop.secretKey, secret.base32),
    tries: SETUP_TRIES,
  });
}

/**
 * Returns the secret that `startAuthenticatorSetup` created in this browser, in groups of four characters, and its QR
 * code. Returns undefined if it has expired.
 */
export async function pendingAuthenticator(shop: AuthenticatorShop, session: StaffSession, token: string | undefined) {
  const secret = pendingSecret(shop, session, await readStaffChallenge(shop, token, 'new_authenticator'));
  if (secret === undefined) return undefined;
  const names = { issuer: shopSettings(shop.db).name, label: session.email };
  const uri = totp(Secret.fromBase32(secret), names).toString();
  return { secret: secret.replace(/(.{4})(?=.)/g, '$1 '), qr: qrCode(uri) };
}

function pendingSecret(
  { secretKey }: AuthenticatorShop,
  { staffId }: StaffSession,
  challenge: StaffChallengeTable | undefined,
): string | undefined {
  return challenge?.staff_id === staffId ? decryptText(secretKey, challenge.value) : undefined;
}

/** Returns a QR code as the path of an SVG whose view box is `size` by `size`. */
function qrCode(text: string): { size: number; path: string } {
  const { size, data } = encode(text, { border: 2 });
  const squares = data.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')));
  return { size, path: squares.join('') };
}

/**
 * Stores the app's secret if the code proves that the app has it, replaces an earlier secret and its recovery codes,
 * confirms the session, and notifies the owners. Returns new recovery codes, which are shown once. Throws `invalid` for
 * a wrong code or an expired challenge.
 */
export async function addAuthenticator(
  shop: AuthenticatorShop,
  session: StaffSession,
  { token, code }: { token: string | undefined; code: string },
): Promise<string[]> {
  const { db, secretKey, now } = shop;
  const challenge = await takeStaffChallenge(shop, token, 'new_authenticator');
  const secret = pendingSecret(shop, session, challenge);
  const step = secret === undefined ? undefined : timeStepOf(secret, code, now());
  if (!challenge || secret === undefined || step === undefined) throw codeNotAccepted();
  const codes = Array.from({ length: RECOVERY_CODE_COUNT }, newRecoveryCode);
  await transaction(db, async (tx) => {
    const result = await tx.deleteFrom('staff_challenge').where('id', '=', challenge.id).executeTakeFirst();
    if (result.numDeletedRows === 0n) throw codeNotAccepted();
    const row = { secret: encryptText(secretKey, secret), last_step: step, created_at: now() };
    await tx
      .insertInto('staff_authenticator')
      .values({ staff_id: session.staffId, ...row })
      .onConflict((conflict) => conflict.column('staff_id').doUpdateSet(row))
      .execute();
    await tx.deleteFrom('staff_recovery_code').where('staff_id', '=', session.staffId).execute();
    const hashes = codes.map((recoveryCode) => ({
      code_hash: recoveryHash(secretKey, recoveryCode),
      staff_id: session.staffId,
    }));
    await tx.insertInto('staff_recovery_code').values(hashes).execute();
    await confirmSession(tx, now(), session.id);
    await recordAudit(tx, { action: 'add authenticator app', record: { kind: 'staff', id: session.staffId } }, now());
    await mailOwners(shop, tx, {
      heading: `${session.name} added an authenticator app`,
      lines: [`${session.email} added an authenticator app on ${session.device}.`],
    });
  });
  return codes;
}

/**
 * Signs in with the app's code or a recovery code. Returns the session's token. Throws `invalid` for a wrong code or an
 * address without access, or `too_many` after too many attempts.
 */
export async function signInWithCode(
  shop: AuthenticatorShop,
  { email, code }: { email: string; code: string },
  { networks, ...browser }: { networks: Networks; device: string; origin: string },
): Promise<string> {
  const { db, now } = shop;
  await spendBudgets(
    shop,
    networkBudgets(networks, { key: 'admin-totp-net', ...TRY_LIMIT, max: 4 * TRY_LIMIT.max }),
    TOO_MANY,
  );
  await spendBudgets(shop, [{ key: `admin-totp:${email}`, ...TRY_LIMIT }], TOO_MANY);
  const member = await findStaffByEmail(shop, email);
  if (!member) throw codeNotAccepted();
  return transaction(db, async (tx) => {
    const method = await consumeCode(shop, tx, member.id, code);
    return signIn(tx, now(), member, method, browser);
  });
}

/** Performs step-up authentication. Throws `invalid` for a wrong code, or `too_many` after too many attempts. */
export async function confirmWithCode(shop: AuthenticatorShop, session: StaffSession, code: string): Promise<void> {
  await spendBudgets(shop, [{ key: `admin-totp:${session.email}`, ...TRY_LIMIT }], TOO_MANY);
  await transaction(shop.db, async (tx) => {
    await consumeCode(shop, tx, session.staffId, code);
    await confirmSession(tx, shop.now(), session.id);
  });
}

/**
 * Checks a code, which can't be used again. Returns the sign-in method to which the code belongs. Throws `invalid` for
 * a wrong or used code.
 */
async function consumeCode(
  { secretKey, now }: AuthenticatorShop,
  tx: Tx,
  staffId: string,
  code: string,
): Promise<'authenticator app' | 'recovery code'> {
  const app = await tx.selectFrom('staff_authenticator').selectAll().where('staff_id', '=', staffId).executeTakeFirst();
  const secret = app && decryptText(secretKey, app.secret);
  const step = secret === undefined ? undefined : timeStepOf(secret, code, now());
  if (step !== undefined) {
    const result = await tx
      .updateTable('staff_authenticator')
      .set({ last_step: step })
      .where('staff_id', '=', staffId)
      .where('last_step', '<', step)
      .executeTakeFirst();
    if (result.numUpdatedRows === 1n) return 'authenticator app';
    throw codeNotAccepted();
  }
  const result = await tx
    .deleteFrom('staff_recovery_code')
    .where('staff_id', '=', staffId)
    .where('code_hash', '=', recoveryHash(secretKey, code))
    .executeTakeFirst();
  if (result.numDeletedRows === 0n) throw codeNotAccepted();
  return 'recovery code';
}

/** Returns the time step of a valid code, or undefined for any other text. */
function timeStepOf(secret: string, code: string, at: number): number | undefined {
  const digits = code.replaceAll(/\s/g, '');
  const delta = /^\d{6}$/.test(digits)
    ? totp(Secret.fromBase32(secret)).validate({ token: digits, timestamp: at, window: WINDOW_STEPS })
    : null;
  return delta === null ? undefined : Math.floor(at / (STEP_SECONDS * SECOND_MS)) + delta;
}

function totp(secret: Secret, names: { issuer?: string; label?: string } = {}): TOTP {
  return new TOTP({ ...names, secret, period: STEP_SECONDS, digits: 6, algorithm: 'SHA1' });
}

function newRecoveryCode(): string {
  const pick = () => RECOVERY_ALPHABET[randomInt(RECOVERY_ALPHABET.length)];
  const text = Array.from({ length: RECOVERY_CODE_CHARACTERS }, pick).join('');
  return `${text.slice(0, RECOVERY_CODE_CHARACTERS / 2)}-${text.slice(RECOVERY_CODE_CHARACTERS / 2)}`;
}

function recoveryHash(secretKey: string, code: string): string {
  return keyedHash(secretKey, 'staff recovery', code.toLowerCase().replaceAll(/[^a-z0-9]/g, ''));
}

function codeNotAccepted(): ShopError {
  return new ShopError('invalid', CODE_NOT_ACCEPTED, { code: CODE_NOT_ACCEPTED });
}
