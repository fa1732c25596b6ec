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
import { endStaffAccess, findStaff, inviteStaff, listStaff } from '#lib/admin/staff/staff.server.ts';
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
    const mails = (kind: string) =>
      db.write.selectFrom('outbox').select(['to_address', 'subject', 'text']).where('kind', '=', kind).execute();
    const codeFor = async (email: string) => {
      const token = await mailStaffCode(shop, email, NETWORKS);
      const sent = (await mails('code')).filter(({ to_address }) => to_address === email).at(-1);
      return { token, code: sent?.subject.slice(0, 6) ?? '' };
    };
    const session = async (token: string): Promise<StaffSession> => {
      const found = await readStaffSession(shop, token);
      if (!found) throw new Error('The session has ended.');
      return found;
    };
    const signInByMail = async (email: string) => {
      const { token, code } = await codeFor(email);
      return enterStaffCode(shop, { token, code, ...BROWSER });
    };
    /** Sets up an authenticator app. `codeNow` computes its code; `recovery` are the recovery codes. */
    const enrol = async (email: string) => {
      const ownSession = await session(await signInByMail(email));
      const token = await startAuthenticatorSetup(shop, ownSession);
      const { secret } = (await pendingAuthenticator(shop, ownSession, token)) ?? { secret: '' };
      const app = new TOTP({ secret: secret.replaceAll(' ', '') });
      const codeNow = () => app.generate({ timestamp: clock.at });
      const recovery = await addAuthenticator(shop, ownSession, { token, code: codeNow() });
      return { codeNow, recovery, session: ownSession };
    };
    return { db, clock, shop, mails, codeFor, session, signInByMail, enrol };
  }

  test('an invited person enters an emailed code, and may then only add a sign-in method', async () => {
    const { mails, session, signInByMail } = await setUp();
    const [invitation] = await mails('staff_invitation');
    expect(invitation?.to_address).toBe(OWNER.email);
    expect(invitation?.text).toContain('/admin/sign-in/code');
    expect(await session(await signInByMail(OWNER.email))).toMatchObject({
      email: OWNER.email,
      role: 'owner',
      isEnrolling: true,
      isConfirmed: false,
    });
  });

  test('an address without access gets a token like any other, but no email, and no code is accepted', async () => {
    const { shop, mails, codeFor } = await setUp();
    const { token } = await codeFor('stranger@shop.example');
    const ofOwner = await codeFor(OWNER.email);
    for (const sent of [token, ofOwner.token]) expect(sent).toMatch(/^[\w-]{43}$/);
    expect((await mails('code')).map(({ to_address }) => to_address)).toEqual([OWNER.email]);
    for (const code of ['000000', '123456'])
      await expect(enterStaffCode(shop, { token, code, ...BROWSER })).rejects.toMatchObject({ code: 'invalid' });
  });

  test('an emailed code works once, in one browser, for ten minutes and three attempts', async () => {
    const { shop, clock, codeFor } = await setUp();
    const used = await codeFor(OWNER.email);
    const wrongCode = used.code === '000000' ? '000001' : '000000';
    await enterStaffCode(shop, { ...used, ...BROWSER });
    await expect(enterStaffCode(shop, { ...used, ...BROWSER })).rejects.toMatchObject({ code: 'invalid' });

    const guessed = await codeFor(OWNER.email);
    for (let attempt = 0; attempt < 3; attempt++)
      await expect(enterStaffCode(shop, { ...guessed, code: wrongCode, ...BROWSER })).rejects.toThrow();
    await expect(enterStaffCode(shop, { ...guessed, ...BROWSER })).rejects.toMatchObject({ code: 'invalid' });

    const late = await codeFor(OWNER.email);
    const inOtherBrowser = await codeFor(OWNER.email);
    await expect(enterStaffCode(shop, { ...late, token: inOtherBrowser.token, ...BROWSER })).rejects.toThrow();
    clock.at += 10 * MINUTE_MS;
    await expect(enterStaffCode(shop, { ...late, ...BROWSER })).rejects.toMatchObject({ code: 'invalid' });
  });

  test('emailed codes are limited by address and by network', async () => {
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
    const { shop, clock, session, enrol } = await setUp();
    const { codeNow } = await enrol(OWNER.email);
    // The code that set up the app is already used, too.
    const credentials = () => ({ email: OWNER.email, code: codeNow() });
    await expect(signInWithCode(shop, credentials(), BROWSER)).rejects.toMatchObject({ code: 'invalid' });
    clock.at += MINUTE_MS;
    const token = await signInWithCode(shop, credentials(), BROWSER);
    expect(await session(token)).toMatchObject({ isEnrolling: false, isConfirmed: true });
    await expect(signInWithCode(shop, credentials(), BROWSER)).rejects.toMatchObject({ code: 'invalid' });
  });

  test('each recovery code works once', async () => {
    const { shop, enrol } = await setUp();
    const { recovery } = await enrol(OWNER.email);
    expect(new Set(recovery).size).toBe(10);
    const [first = ''] = recovery;
    await signInWithCode(shop, { email: OWNER.email, code: first.toUpperCase() }, BROWSER);
    await expect(signInWithCode(shop, { email: OWNER.email, code: first }, BROWSER)).rejects.toThrow();
  });

  test('attempts with an authenticator app are limited', async () => {
    const { shop, clock, enrol } = await setUp();
    const { codeNow } = await enrol(OWNER.email);
    clock.at += MINUTE_MS;
    const wrongCode = codeNow() === '000000' ? '000001' : '000000';
    for (let attempt = 0; attempt < 5; attempt++)
      await expect(signInWithCode(shop, { email: OWNER.email, code: wrongCode }, BROWSER)).rejects.toMatchObject({
        code: 'invalid',
      });
    await expect(signInWithCode(shop, { email: OWNER.email, code: codeNow() }, BROWSER)).rejects.toMatchObject({
      code: 'too_many',
    });
  });

  test('the owner is emailed about new staff, new sign-in methods and recovered access', async () => {
    const { shop, mails, signInByMail, enrol } = await setUp();
    await enrol(OWNER.email);
    await inviteStaff(shop, PACKER);
    await enrol(PACKER.email);
    await signInByMail(PACKER.email);
    const subjects = (await mails('staff_notice')).map(({ to_address, subject }) => [to_address, subject]);
    expect(subjects).toEqual([
      [OWNER.email, 'Taana: Asha added an authenticator app'],
      [OWNER.email, 'Taana: Priya can now open the admin'],
      [OWNER.email, 'Taana: Priya added an authenticator app'],
      [OWNER.email, 'Taana: Priya recovers access to the admin'],
    ]);
  });

  test('step-up authentication is valid for five minutes', async () => {
    const { shop, clock, session, enrol } = await setUp();
    const { codeNow } = await enrol(OWNER.email);
    clock.at += MINUTE_MS;
    const token = await signInWithCode(shop, { email: OWNER.email, code: codeNow() }, BROWSER);
    clock.at += 5 * MINUTE_MS;
    const ownSession = await session(token);
    expect(ownSession.isConfirmed).toBe(false);
    await confirmWithCode(shop, ownSession, codeNow());
    clock.at += 5 * MINUTE_MS - 1;
    expect((await session(token)).isConfirmed).toBe(true);
    clock.at += 1;
    expect((await session(token)).isConfirmed).toBe(false);
  });

  test('a session ends after twelve idle hours, seven days, or half an hour of enrolling', async () => {
    const { shop, clock, signInByMail, enrol } = await setUp();
    const { codeNow } = await enrol(OWNER.email);
    const signIn = () => {
      clock.at += MINUTE_MS;
      return signInWithCode(shop, { email: OWNER.email, code: codeNow() }, BROWSER);
    };
    const isOpen = async (token: string) => (await readStaffSession(shop, token)) !== undefined;
    const idle = await signIn();
    clock.at += 12 * HOUR_MS;
    expect(await isOpen(idle)).toBe(false);
    clock.at -= HOUR_MS;
    expect(await isOpen(idle)).toBe(false);
    clock.at += HOUR_MS;
    const used = await signIn();
    const signedInAt = clock.at;
    for (; clock.at < signedInAt + 7 * DAY_MS; clock.at += 11 * HOUR_MS) expect(await isOpen(used)).toBe(true);
    clock.at = signedInAt + 7 * DAY_MS;
    expect(await isOpen(used)).toBe(false);
    const enrolling = await signInByMail(OWNER.email);
    clock.at += 30 * MINUTE_MS;
    expect(await isOpen(enrolling)).toBe(false);
  });

  test('a device can be signed out only by the person signed in on it', async () => {
    const { shop, session, signInByMail, enrol } = await setUp();
    const { session: ownSession } = await enrol(OWNER.email);
    await inviteStaff(shop, PACKER);
    const packer = await session(await signInByMail(PACKER.email));
    await expect(endStaffDevice(shop, packer, ownSession.id)).rejects.toMatchObject({ code: 'not_found' });
    const token = await signInByMail(OWNER.email);
    const other = await session(token);
    expect((await listStaffDevices(shop, ownSession)).map(({ id }) => id)).toEqual([ownSession.id, other.id]);
    await endStaffDevice(shop, ownSession, other.id);
    expect(await readStaffSession(shop, token)).toBeUndefined();
  });

  test('ending access signs out immediately and removes all sign-in methods', async () => {
    const { db, shop, clock, enrol } = await setUp();
    await inviteStaff(shop, PACKER);
    const { codeNow } = await enrol(PACKER.email);
    clock.at += MINUTE_MS;
    const token = await signInWithCode(shop, { email: PACKER.email, code: codeNow() }, BROWSER);
    const { id } = (await findStaff(shop, PACKER.email)) ?? { id: '' };
    await endStaffAccess(shop, id);
    expect(await readStaffSession(shop, token)).toBeUndefined();
    clock.at += MINUTE_MS;
    await expect(signInWithCode(shop, { email: PACKER.email, code: codeNow() }, BROWSER)).rejects.toThrow();
    for (const table of ['staff_authenticator', 'staff_recovery_code', 'staff_session'] as const)
      expect(await db.write.selectFrom(table).selectAll().where('staff_id', '=', id).execute()).toEqual([]);
    await expect(endStaffAccess(shop, id)).rejects.toMatchObject({ code: 'not_found' });
    await inviteStaff(shop, { ...PACKER, role: 'writer' });
    expect((await listStaff(shop)).map(({ email, role }) => [email, role])).toEqual([
      [OWNER.email, 'owner'],
      [PACKER.email, 'writer'],
    ]);
  });

  test('two owners who end each other’s access at the same time leave one owner', async () => {
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
    const { id } = (await findStaff(shop, OWNER.email)) ?? { id: '' };
    await expect(endStaffAccess(shop, id)).rejects.toMatchObject({ code: 'refused' });
    expect(await findStaff(shop, OWNER.email)).toBeDefined();
    await expect(inviteStaff(shop, OWNER)).rejects.toMatchObject({ code: 'conflict' });
  });
});
