import {
  type AuthenticationResponseJSON,
  generateAuthenticationOptions,
  generateRegistrationOptions,
  type RegistrationResponseJSON,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';
import { createStaffChallenge, takeStaffChallenge } from '#lib/admin/sign-in/challenges.server.ts';
import { confirmSession, type StaffSession, signIn } from '#lib/admin/sign-in/sessions.server.ts';
import { hasSignInMethod } from '#lib/admin/sign-in/sign-in-methods.server.ts';
import { findStaffById } from '#lib/admin/staff/staff.server.ts';
import { mailOwners } from '#lib/admin/staff/staff-mails.server.ts';
import { recordAudit } from '#lib/platform/audit/record-audit.server.ts';
import type { StaffChallengeTable, StaffPasskeyTable } from '#lib/platform/db/tables/admin.ts';
import { transaction } from '#lib/platform/db/transaction.server.ts';
import { ShopError } from '#lib/platform/errors/shop-error.ts';
import type { Shop } from '#lib/platform/shop.server.ts';
import { shopSettings } from '#lib/shop/settings/shop-settings.server.ts';

/** Ed25519, ES256 and RS256, by their COSE numbers: common authenticators support at least one of them. */
const ALGORITHMS = [-8, -7, -257];

type PasskeyShop = Pick<Shop, 'db' | 'settings' | 'now'>;

/** Returns the options that a browser needs to create a passkey, and the token for the challenge's cookie. */
export async function newPasskeyOptions(shop: PasskeyShop, session: StaffSession) {
  const { db, settings } = shop;
  const options = await generateRegistrationOptions({
    rpName: shopSettings(db).name,
    rpID: relyingPartyId(settings),
    userName: session.email,
    userDisplayName: session.name,
    userID: new TextEncoder().encode(session.staffId),
    supportedAlgorithmIDs: ALGORITHMS,
    attestationType: 'none',
    excludeCredentials: await credentialsOf(shop, session),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
  const token = await createStaffChallenge(shop, {
    kind: 'new_passkey',
    staffId: session.staffId,
    valueFor: () => options.challenge,
  });
  return { options, token };
}

/**
 * Stores a new passkey, confirms the session, and notifies the owners. Throws `invalid` if the passkey can't be
 * verified.
 */
export async function addPasskey(
  shop: PasskeyShop,
  session: StaffSession,
  { token, response }: { token: string | undefined; response: RegistrationResponseJSON },
): Promise<void> {
  const { db, settings, now } = shop;
  const challenge = await takeStaffChallenge(shop, token, 'new_passkey');
  if (!challenge || challenge.staff_id !== session.staffId) throw passkeyRejected();
  const verification = await verifyRegistrationResponse({
    ...expectations(settings, challenge),
    response,
    supportedAlgorithmIDs: ALGORITHMS,
  }).catch(throwRejected);
  if (!verification.verified) throw passkeyRejected();
  const { id, publicKey, counter, transports } = verification.registrationInfo.credential;
  await transaction(db, async (tx) => {
    await tx
      .insertInto('staff_passkey')
      .values({
        id,
        staff_id: session.staffId,
        public_key: Buffer.from(publicKey).toString('base64url'),
        counter,
        transports: JSON.stringify(transports ?? []),
        name: session.device,
        created_at: now(),
        used_at: null,
      })
      .execute();
    await confirmSession(tx, now(), session.id);
    const record = { kind: 'staff', id: session.staffId };
    await recordAudit(tx, { action: 'add passkey', record, after: { name: session.device } }, now());
    await mailOwners(shop, tx, {
      heading: `${session.name} added a passkey`,
      lines: [`${session.email} added a passkey on ${session.device}.`],
    });
  });
}

/**
 * Returns the options for signing in or, with a session, for step-up authentication with the person's passkeys, and the
 * token for the challenge's cookie.
 */
export async function passkeyOptions(shop: PasskeyShop, session?: StaffSession) {
  const options = await generateAuthenticationOptions({
    rpID: relyingPartyId(shop.settings),
    userVerification: 'required',
    allowCredentials: session ? await credentialsOf(shop, session) : [],
  });
  const staffId = session?.staffId ?? null;
  const token = await createStaffChallenge(shop, { kind: 'passkey', staffId, valueFor: () => options.challenge });
  return { options, token };
}

interface PasskeyResponse {
  token: string | undefined;
  response: AuthenticationResponseJSON;
}

/** Signs a person in. Returns the session's token. Throws `invalid` if the passkey can't be verified. */
export async function signInWithPasskey(
  shop: PasskeyShop,
  passkeyResponse: PasskeyResponse,
  browser: { device: string; origin: string },
): Promise<string> {
  const passkey = await verifyPasskey(shop, passkeyResponse);
  return transaction(shop.db, async (tx) => {
    const member = await findStaffById(tx, passkey.staff_id);
    if (!member) throw passkeyRejected();
    return signIn(tx, shop.now(), member, 'passkey', browser);
  });
}

/** Performs step-up authentication. Throws `invalid` for a passkey that can't be verified or is another person's. */
export async function confirmWithPasskey(
  shop: PasskeyShop,
  session: StaffSession,
  passkeyResponse: PasskeyResponse,
): Promise<void> {
  const passkey = await verifyPasskey(shop, passkeyResponse, session);
  if (passkey.staff_id !== session.staffId) throw passkeyRejected();
  await transaction(shop.db, (tx) => confirmSession(tx, shop.now(), session.id));
}

async function verifyPasskey(
  shop: PasskeyShop,
  { token, response }: PasskeyResponse,
  session?: StaffSession,
): Promise<StaffPasskeyTable> {
  const { db, settings, now } = shop;
  const challenge = await takeStaffChallenge(shop, token, 'passkey');
  if (!challenge || challenge.staff_id !== (session?.staffId ?? null)) throw passkeyRejected();
  const passkey = await db.write
    .selectFrom('staff_passkey')
    .selectAll()
    .where('id', '=', response.id)
    .executeTakeFirst();
  if (!passkey) throw passkeyRejected();
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    ...expectations(settings, challenge),
    response,
    credential: {
      id: passkey.id,
      publicKey: new Uint8Array(Buffer.from(passkey.public_key, 'base64url')),
      counter: passkey.counter,
      transports: transportsOf(passkey.transports),
    },
  }).catch(throwRejected);
  if (!verified) throw passkeyRejected();
  await db.write
    .updateTable('staff_passkey')
    .set({ counter: authenticationInfo.newCounter, used_at: now() })
    .where('id', '=', passkey.id)
    .execute();
  return passkey;
}

/**
 * Removes a passkey. Throws `not_found` if the person has no such passkey, or `refused` for the last sign-in method.
 */
export async function removePasskey(
  { db, now }: Pick<Shop, 'db' | 'now'>,
  session: StaffSession,
  id: string,
): Promise<void> {
  await transaction(db, async (tx) => {
    const removedPasskey = await tx
      .deleteFrom('staff_passkey')
      .where('id', '=', id)
      .where('staff_id', '=', session.staffId)
      .returning('name')
      .executeTakeFirst();
    if (!removedPasskey) throw new ShopError('not_found', 'This passkey was already removed.');
    if (!(await hasSignInMethod(tx, session.staffId)))
      throw new ShopError('refused', 'This is your last sign-in method. Add another one first.');
    const record = { kind: 'staff', id: session.staffId };
    await recordAudit(tx, { action: 'remove passkey', record, before: { name: removedPasskey.name } }, now());
  });
}

export function passkeysOf({ db }: Pick<Shop, 'db'>, staffId: string): Promise<StaffPasskeyTable[]> {
  return db.write
    .selectFrom('staff_passkey')
    .selectAll()
    .where('staff_id', '=', staffId)
    .orderBy('created_at')
    .execute();
}

async function credentialsOf(shop: PasskeyShop, { staffId }: StaffSession) {
  const passkeys = await passkeysOf(shop, staffId);
  return passkeys.map(({ id, transports }) => ({ id, transports: transportsOf(transports) }));
}

function transportsOf(json: string): ('internal' | 'hybrid' | 'usb' | 'nfc' | 'ble')[] {
  return JSON.parse(json);
}

/** Returns what a browser's response must match. */
function expectations(settings: PasskeyShop['settings'], { value }: StaffChallengeTable) {
  return {
    expectedChallenge: value,
    expectedOrigin: settings.siteUrl,
    expectedRPID: relyingPartyId(settings),
    requireUserVerification: true,
  };
}

/** Returns the id of the relying party to which the passkeys belong: the shop's host name. */
function relyingPartyId({ siteUrl }: PasskeyShop['settings']): string {
  return new URL(siteUrl).hostname;
}

/** Replaces the error that the package throws for an invalid response. */
function throwRejected(): never {
  throw passkeyRejected();
}

function passkeyRejected(): ShopError {
  return new ShopError('invalid', 'This passkey was not accepted. Please try again, or sign in another way.');
}
