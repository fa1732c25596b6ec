import { TOTP } from 'otpauth';
import { expect, test } from 'vitest';
import {
  addAuthenticator,
  confirmWithCode,
  pendingAuthenticator,
  signInWithCode,
  startAuthenticatorSetup,
} from '#lib/admin/sign-in/authenticator.server.ts';
import { enterStaffCode, mailStaffCode } from '#lib/admin/sign-in/mailed-code.server.ts';
import {
  endStaffDevice,
  listStaffDevices,
  readStaffSession,
  type StaffSession,
} from '#lib/admin/sign-in/sessions.server.ts';
import { endStaffAccess, findStaffByEmail, inviteStaff, listStaff } from '#lib/admin/staff/staff.server.ts';
import { networksOf } from '#lib/platform/http/network/network.ts';
import { readSettings } from '#lib/platform/settings/settings.server.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#lib/primitives/durations.ts';
import { onBothEngines } from '#support/database.ts';

const START = 1_771_000_000_000;
const NETWORKS = networksOf('203.0.113.7');
const BROWSER = { device: 'Chrome on Android', origin: '203.0.113.7, Chrome on Android', networks: NETWORKS };
const OWNER = { email: 'owner@shop.example', name: 'Asha', role: 'owner' as const };
const PACKER = { email: 'packer@shop.example', name: 'Priya', role: 'packer' as const };

onBothEngines('in the admin', (open) => {
  async function setUp() {
    const db = await open();
    const clock = { at: START };
    const shop = { db, settings: readSettings({}), secretKey: 'k'.repeat(40), now: () => clock.at };
    await inviteStaff(shop, OWNER);
    const readMails = (kind: string) =>
      db.write.selectFrom('outbox').select(['to_address', 'subject', 'text']).where('kind', '=', kind).execute();
    const requestCode = async (email: string) => {
      const token = await mailStaffCode(shop, email, NETWORKS);
      const sentMail = (await readMails('code')).filter(({ to_address }) => to_address === email).at(-1);
      return { token, code: sentMail?.subject.slice(0, 6) ?? '' };
    };
    const openSession = async (token: string): Promise<StaffSession> => {
      const foundSession = await readStaffSession(shop, token);
      if (!foundSession) throw new Error('The session has ended.');
      return foundSession;
    };
    const signInByMail = async (email: string) => {
      const { token, code } = await requestCode(email);
      return enterStaffCode(shop, { token, code, ...BROWSER });
    };
    /** Sets up an authenticator app. `generateCode` returns the app's current code. */
    const enrolStaff = async (email: string) => {
      const ownSession = await openSession(await signInByMail(email));
      const token = await startAuthenticatorSetup(shop, ownSession);
      const { secret } = (await pendingAuthenticator(shop, ownSession, token)) ?? { secret: '' };
      const app = new TOTP({ secret: secret.replaceAll(' ', '') });
      const generateCode = () => app.generate({ timestamp: clock.at });
      const recoveryCodes = await addAuthenticator(shop, ownSession, { token, code: generateCode() });
      return { generateCode, recoveryCodes, session: ownSession };
    };
    return { db, clock, shop, readMails, requestCode, openSession, signInByMail, enrolStaff };
  }

  test('an invited person enters an emailed code, and may then only add a sign-in method', async () => {
    const { readMails, openSession, signInByMail } = await setUp();
    const [invitation] = await readMails('staff_invitation');
    expect(invitation?.to_address).toBe(OWNER.email);
    expect(invitation?.text).toContain('/admin/sign-in/code');
    expect(await openSession(await signInByMail(OWNER.email))).toMatchObject({
      email: OWNER.email,
      role: 'owner',
      isEnrolling: true,
      isConfirmed: false,
    });
  });

  test('an email address without access gets a token like any other, but no email, and no code is accepted', async () => {
    const { shop, readMails, requestCode } = await setUp();
    const { token: strangerToken } = await requestCode('stranger@shop.example');
    const { token: ownerToken } = await requestCode(OWNER.email);
    for (const token of [strangerToken, ownerToken]) expect(token).toMatch(/^[\w-]{43}$/);
    expect((await readMails('code')).map(({ to_address }) => to_address)).toEqual([OWNER.email]);
    for (const code of ['000000', '123456'])
      await expect(enterStaffCode(shop, { token: strangerToken, code, ...BROWSER })).rejects.toMatchObject({
        code: 'invalid',
      });
  });

  test('an emailed code works once, in one browser, for ten minutes and three attempts', async () => {
    const { shop, clock, requestCode } = await setUp();
    const usedCode = await requestCode(OWNER.email);
    const wrongCode = usedCode.code === '000000' ? '000001' : '000000';
    await enterStaffCode(shop, { ...usedCode, ...BROWSER });
    await expect(enterStaffCode(shop, { ...usedCode, ...BROWSER })).rejects.toMatchObject({ code: 'invalid' });

    const guessedCode = await requestCode(OWNER.email);
    for (let attempt = 0; attempt < 3; attempt++)
      await expect(enterStaffCode(shop, { ...guessedCode, code: wrongCode, ...BROWSER })).rejects.toThrow();
    await expect(enterStaffCode(shop, { ...guessedCode, ...BROWSER })).rejects.toMatchObject({ code: 'invalid' });

    const lateCode = await requestCode(OWNER.email);
    const otherBrowsersCode = await requestCode(OWNER.email);
    await expect(enterStaffCode(shop, { ...lateCode, token: otherBrowsersCode.token, ...BROWSER })).rejects.toThrow();
    clock.at += 10 * MINUTE_MS;
    await expect(enterStaffCode(shop, { ...lateCode, ...BROWSER })).rejects.toMatchObject({ code: 'invalid' });
  });

  test('emailed codes are rate-limited by email address and by network', async () => {
    const { shop } = await setUp();
    for (let code = 0; code < 5; code++) await mailStaffCode(shop, OWNER.email, NETWORKS);
    await expect(mailStaffCode(shop, OWNER.email, networksOf('198.51.100.1'))).rejects.toMatchObject({
      code: 'too_many',
    });
    for (let code = 0; code < 14; code++) await mailStaffCode(shop, `s${code}@shop.example`, NETWORKS);
    await expect(mailStaffCode(shop, 'other@shop.example', NETWORKS)).resolves.toBeDefined();
    await expect(mailStaffCode(shop, 'another@shop.example', NETWORKS)).rejects.toMatchObject({ code: 'too_many' });
  });

  test('each code of an authenticator app works once', async () => {
    const { shop, clock, openSession, enrolStaff } = await setUp();
    const { generateCode } = await enrolStaff(OWNER.email);
    // The code with which the app was set up has also been used already.
    const credentials = () => ({ email: OWNER.email, code: generateCode() });
    await expect(signInWithCode(shop, credentials(), BROWSER)).rejects.toMatchObject({ code: 'invalid' });
    clock.at += MINUTE_MS;
    const token = await signInWithCode(shop, credentials(), BROWSER);
    expect(await openSession(token)).toMatchObject({ isEnrolling: false, isConfirmed: true });
    await expect(signInWithCode(shop, credentials(), BROWSER)).rejects.toMatchObject({ code: 'invalid' });
  });

  test('each recovery code works once', async () => {
    const { shop, enrolStaff } = await setUp();
    const { recoveryCodes } = await enrolStaff(OWNER.email);
    expect(new Set(recoveryCodes).size).toBe(10);
    const [firstCode = ''] = recoveryCodes;
    await signInWithCode(shop, { email: OWNER.email, code: firstCode.toUpperCase() }, BROWSER);
    await expect(signInWithCode(shop, { email: OWNER.email, code: firstCode }, BROWSER)).rejects.toThrow();
  });

  test('attempts with codes of an authenticator app are rate-limited', async () => {
    const { shop, clock, enrolStaff } = await setUp();
    const { generateCode } = await enrolStaff(OWNER.email);
    clock.at += MINUTE_MS;
    const wrongCode = generateCode() === '000000' ? '000001' : '000000';
    for (let attempt = 0; attempt < 5; attempt++)
      await expect(signInWithCode(shop, { email: OWNER.email, code: wrongCode }, BROWSER)).rejects.toMatchObject({
        code: 'invalid',
      });
    await expect(signInWithCode(shop, { email: OWNER.email, code: generateCode() }, BROWSER)).rejects.toMatchObject({
      code: 'too_many',
    });
  });

  test('the owner is emailed about new staff, new sign-in methods and recovered access', async () => {
    const { shop, readMails, signInByMail, enrolStaff } = await setUp();
    await enrolStaff(OWNER.email);
    await inviteStaff(shop, PACKER);
    await enrolStaff(PACKER.email);
    await signInByMail(PACKER.email);
    const subjects = (await readMails('staff_notice')).map(({ to_address, subject }) => [to_address, subject]);
    expect(subjects).toEqual([
      [OWNER.email, 'Taana: Asha added an authenticator app'],
      [OWNER.email, 'Taana: Priya can now open the admin'],
      [OWNER.email, 'Taana: Priya added an authenticator app'],
      [OWNER.email, 'Taana: Priya is recovering access to the admin'],
    ]);
  });

  test('step-up authentication is valid for five minutes', async () => {
    const { shop, clock, openSession, enrolStaff } = await setUp();
    const { generateCode } = await enrolStaff(OWNER.email);
    clock.at += MINUTE_MS;
    const token = await signInWithCode(shop, { email: OWNER.email, code: generateCode() }, BROWSER);
    clock.at += 5 * MINUTE_MS;
    const ownSession = await openSession(token);
    expect(ownSession.isConfirmed).toBe(false);
    await confirmWithCode(shop, ownSession, generateCode());
    clock.at += 5 * MINUTE_MS - 1;
    expect((await openSession(token)).isConfirmed).toBe(true);
    clock.at += 1;
    expect((await openSession(token)).isConfirmed).toBe(false);
  });

  test('a session ends after twelve idle hours, after seven days, or after half an hour while enrolling', async () => {
    const { shop, clock, signInByMail, enrolStaff } = await setUp();
    const { generateCode } = await enrolStaff(OWNER.email);
    const signIn = () => {
      clock.at += MINUTE_MS;
      return signInWithCode(shop, { email: OWNER.email, code: generateCode() }, BROWSER);
    };
    const isOpen = async (token: string) => (await readStaffSession(shop, token)) !== undefined;
    const idleToken = await signIn();
    clock.at += 12 * HOUR_MS;
    expect(await isOpen(idleToken)).toBe(false);
    clock.at -= HOUR_MS;
    expect(await isOpen(idleToken)).toBe(false);
    clock.at += HOUR_MS;
    const usedToken = await signIn();
    const signedInAt = clock.at;
    for (; clock.at < signedInAt + 7 * DAY_MS; clock.at += 11 * HOUR_MS) expect(await isOpen(usedToken)).toBe(true);
    clock.at = signedInAt + 7 * DAY_MS;
    expect(await isOpen(usedToken)).toBe(false);
    const enrollingToken = await signInByMail(OWNER.email);
    clock.at += 30 * MINUTE_MS;
    expect(await isOpen(enrollingToken)).toBe(false);
  });

  test('a device can be signed out only by the person who is signed in on it', async () => {
    const { shop, clock, openSession, signInByMail, enrolStaff } = await setUp();
    const { session: ownSession } = await enrolStaff(OWNER.email);
    await inviteStaff(shop, PACKER);
    const packer = await openSession(await signInByMail(PACKER.email));
    await expect(endStaffDevice(shop, packer, ownSession.id)).rejects.toMatchObject({ code: 'not_found' });
    const token = await signInByMail(OWNER.email);
    const otherSession = await openSession(token);
    expect((await listStaffDevices(shop, ownSession)).map(({ id }) => id)).toEqual([ownSession.id, otherSession.id]);
    await endStaffDevice(shop, ownSession, otherSession.id);
    expect(await readStaffSession(shop, token)).toBeUndefined();
    await signInByMail(OWNER.email);
    clock.at += 30 * MINUTE_MS;
    expect(await listStaffDevices(shop, ownSession), 'a sign-in that was not completed in time').toHaveLength(1);
  });

  test('ending a person’s access signs them out immediately and removes all their sign-in methods', async () => {
    const { db, shop, clock, enrolStaff } = await setUp();
    await inviteStaff(shop, PACKER);
    const { generateCode } = await enrolStaff(PACKER.email);
    clock.at += MINUTE_MS;
    const token = await signInWithCode(shop, { email: PACKER.email, code: generateCode() }, BROWSER);
    const { id } = (await findStaffByEmail(shop, PACKER.email)) ?? { id: '' };
    await endStaffAccess(shop, id);
    expect(await readStaffSession(shop, token)).toBeUndefined();
    clock.at += MINUTE_MS;
    await expect(signInWithCode(shop, { email: PACKER.email, code: generateCode() }, BROWSER)).rejects.toThrow();
    for (const table of ['staff_authenticator', 'staff_recovery_code', 'staff_session'] as const)
      expect(await db.write.selectFrom(table).selectAll().where('staff_id', '=', id).execute()).toEqual([]);
    await expect(endStaffAccess(shop, id)).rejects.toMatchObject({ code: 'not_found' });
    await inviteStaff(shop, { ...PACKER, role: 'writer' });
    expect((await listStaff(shop)).map(({ email, role }) => [email, role])).toEqual([
      [OWNER.email, 'owner'],
      [PACKER.email, 'writer'],
    ]);
  });

  test('if two owners end each other’s access at the same time, one owner remains', async () => {
    const { shop } = await setUp();
    for (let round = 0; round < 5; round++) {
      const email = `owner${round}@shop.example`;
      await inviteStaff(shop, { ...OWNER, email });
      const owners = (await listStaff(shop)).filter(({ role }) => role === 'owner');
      expect(owners).toHaveLength(2);
      const results = await Promise.allSettled(owners.map(({ id }) => endStaffAccess(shop, id)));
      expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
      expect(await listStaff(shop)).toHaveLength(1);
    }
  });

  test('the last owner can’t be removed, and nobody is invited twice', async () => {
    const { shop } = await setUp();
    const { id } = (await findStaffByEmail(shop, OWNER.email)) ?? { id: '' };
    await expect(endStaffAccess(shop, id)).rejects.toMatchObject({ code: 'refused' });
    expect(await findStaffByEmail(shop, OWNER.email)).toBeDefined();
    await expect(inviteStaff(shop, OWNER)).rejects.toMatchObject({ code: 'conflict' });
  });
});
