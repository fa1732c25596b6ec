import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { SENT_BY_PAGE, SENT_BY_PAGE_HEADER } from '#lib/customers/newsletter/newsletter.ts';
import type { ShopDatabase } from '#lib/platform/db/db.server.ts';
import { newId } from '#lib/platform/tokens.server.ts';
import { type ShopProcess, startShop, temporaryDir } from '#support/shop-process.ts';
import { smallShop } from '#support/small-shop.ts';

/** These email addresses have the same length, so that even the lengths of the responses must match. */
const KNOWN = 'known@example.in';
const LOCKED = 'locks@example.in';
const UNKNOWN = 'never@example.in';
/** An age that is a second longer than the wait before another code can be requested. */
const CHALLENGE_AGE_MS = 31_000;

const data = temporaryDir('disclosure');
let db: ShopDatabase;
let shop: ShopProcess;

beforeAll(async () => {
  db = await smallShop(data.dir);
  shop = await startShop({ dataDir: data.dir, env: { DISCLOSURE: 'private' } });
  for (const [email, wrong_codes] of [
    [KNOWN, 0],
    [LOCKED, 10],
  ] as const) {
    const profile = { name: 'Asha Rao', mobile: '9876543210', created_at: 1, updated_at: 1 };
    await db.write
      .insertInto('customer')
      .values({ id: newId(), email, wrong_codes, ...profile })
      .execute();
    await db.write.insertInto('subscriber').values({ id: newId(), email, created_at: 1 }).execute();
  }
}, 240_000);

afterAll(async () => {
  await shop?.stop();
  await db?.close();
  data.remove();
});

/**
 * Returns a browser that records each response without the parts that are random or depend on the time or email
 * address.
 */
function browser(email: string, accept: string) {
  const cookies = new Map<string, string>();
  const responses: unknown[] = [];
  /** The challenge token in the page, which the page's scripts send back. */
  let challenge = '';

  async function send(method: string, path: string, fields?: Record<string, string>): Promise<void> {
    const response = await fetch(shop.origin + path, {
      method,
      redirect: 'manual',
      headers: {
        accept,
        'accept-encoding': 'identity',
        origin: shop.origin,
        cookie: [...cookies].map((pair) => pair.join('=')).join('; '),
        'sec-fetch-site': 'same-origin',
        'sec-fetch-dest': 'empty',
        [SENT_BY_PAGE_HEADER]: SENT_BY_PAGE,
      },
      ...(fields && { body: new URLSearchParams(fields) }),
    });
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      cookies.set(name, value);
    }
    const text = await response.text();
    challenge = /"otp":"([^"]+)"/.exec(text)?.[1] ?? challenge;
    responses.push({
      path: path.replace(email, 'EMAIL'),
      status: response.status,
      headers: headersOf(response, islandUids(text).join('').length),
      text: normalize(text),
    });
  }

  function normalize(text: string): string {
    const maskedText = text.replaceAll(challenge || '\0', 'C'.repeat(challenge.length)).replaceAll(email, 'EMAIL');
    return islandUids(text).reduce((text, uid) => text.replace(uid, ''), maskedText);
  }

  function headersOf({ headers }: Response, uidsLength: number): string[] {
    return [...headers].map(([name, value]) => {
      if (name === 'content-length') return `${name}: ${Number(value) - uidsLength}`;
      if (name === 'date' || name === 'x-request-id') return name;
      if (name !== 'set-cookie') return `${name}: ${value}`;
      return value.replace(
        /^(challenge|newsletter)=([^;]*)/,
        (_all, cookie, token) => `${cookie}=${token.length} characters`,
      );
    });
  }

  return { send, responses, challenge: () => challenge };
}

/** Returns the hashes of the islands' content, which includes the entered text. The hashes' lengths vary by one. */
function islandUids(text: string): string[] {
  return [...text.matchAll(/<astro-island uid="(\w+)"/g)].map(([, uid = '']) => uid);
}

/** Makes the challenges older, so that another code can be requested. */
async function ageChallenges(): Promise<void> {
  await db.write
    .updateTable('code_challenge')
    .set((row) => ({ created_at: row('created_at', '-', CHALLENGE_AGE_MS) }))
    .execute();
}

async function logIn(email: string, accept: string) {
  const { send, responses } = browser(email, accept);
  await send('POST', '/auth/customer/login', { email, next: '/cart' });
  await send('GET', '/verify');
  await send('POST', '/auth/customer/resend', { email });
  await ageChallenges();
  await send('POST', '/auth/customer/resend', { email });
  // Codes that are not numbers come before codes that are wrong.
  for (let i = 0; i < 4; i++) await send('POST', '/auth/customer/verify', { email, otp: 'none'[i] ?? '' });
  for (let i = 0; i < 4; i++) await send('POST', '/auth/customer/verify', { email, otp: `00000${i}` });
  await send('GET', '/verify');
  await send('GET', '/public/visitor');
  return responses;
}

async function register(email: string, accept: string) {
  const { send, responses } = browser(email, accept);
  const terms = { termsAndCondtion: 'true' };
  await send('POST', '/auth/customer/register', { email, name: 'Asha Rao', mobile: '9876543210', ...terms });
  await send('GET', '/verify');
  await ageChallenges();
  await send('POST', '/auth/customer/resend', { email });
  for (let i = 0; i < 4; i++) await send('POST', '/auth/customer/verify', { email, otp: `00000${i}` });
  return responses;
}

async function subscribe(email: string, accept: string) {
  const { send, responses, challenge } = browser(email, accept);
  await send('GET', `/frontend/subscribe/show/${email}`);
  for (let i = 0; i < 4; i++)
    await send('POST', `/frontend/subscribe/update/${email}`, { otp: challenge(), code: `00000${i}` });
  await send('POST', '/frontend/subscribe/create', { email });
  await send('POST', '/newsletter/start', { email });
  await send('GET', '/newsletter/code');
  for (let i = 0; i < 4; i++) await send('POST', '/newsletter/confirm', { code: `00000${i}` });
  return responses;
}

describe.each([
  ['login', logIn],
  ['registration', register],
  ['newsletter', subscribe],
])('%s with DISCLOSURE=private', (_name, journey) => {
  test.each(['application/json', 'text/html'])(
    'gives known, locked and unknown email addresses the same responses [%s]',
    async (accept) => {
      // Resets the limit of five codes per hour and email address for each test.
      await db.write.deleteFrom('rate_window').execute();
      const unknownResponses = await journey(UNKNOWN, accept);
      expect(await journey(KNOWN, accept)).toEqual(unknownResponses);
      expect(await journey(LOCKED, accept)).toEqual(unknownResponses);
      const codes = db.write.selectFrom('outbox').select('to_address').where('kind', '=', 'code');
      expect((await codes.execute()).length, 'codes are still emailed').toBeGreaterThan(0);
    },
  );
});
