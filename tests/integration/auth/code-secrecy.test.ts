import { globSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ShopDatabase } from '#lib/platform/db/db.server.ts';
import { root } from '#support/project-root.ts';
import { type ShopProcess, startShop, temporaryDir } from '#support/shop-process.ts';
import { smallShop } from '#support/small-shop.ts';

const EMAIL = 'asha@example.in';
const REGISTRATION = { name: 'Asha Rao', email: EMAIL, mobile: '9876543210', termsAndCondtion: 'true' };
const READER = 'reader@example.in';
/** Matches a code. Codes have eight digits here, because these do not occur in other texts by chance. */
const CODE = /^\d{8}$/m;

/** The paths of all routes without a parameter, except the demo's mailbox, which shows emails. */
const PATHS = globSync('**/*.{astro,ts}', { cwd: join(root, 'src/pages') })
  .map((file) => `/${file.replaceAll('\\', '/').replace(/(^|\/)(index)?\.(astro|ts)$|\.(astro|ts)$/, '')}`)
  .filter((path) => !path.includes('[') && !path.startsWith('/demo'));

const data = temporaryDir('secrecy');
const cookies = new Map<string, string>();
const recordedTexts: string[] = [];
let db: ShopDatabase;
let shop: ShopProcess;

beforeAll(async () => {
  db = await smallShop(data.dir);
  // No mail server listens at this address, so the log also contains the failures of the mail worker.
  const env = { CODE_DIGITS: '8', LOG_LEVEL: 'trace', SMTP_URL: 'smtp://127.0.0.1:1' };
  shop = await startShop({ dataDir: data.dir, env });
}, 240_000);

afterAll(async () => {
  await shop?.stop();
  await db?.close();
  data.remove();
});

/** Sends a request with the cookies of one browser, and records the response for the search at the end of the test. */
async function send(path: string, fields?: Record<string, string>, accept = 'application/json'): Promise<Response> {
  const response = await fetch(shop.origin + path, {
    method: fields ? 'POST' : 'GET',
    redirect: 'manual',
    headers: { accept, origin: shop.origin, cookie: [...cookies].map((pair) => pair.join('=')).join('; ') },
    ...(fields && { body: new URLSearchParams(fields) }),
  });
  for (const line of response.headers.getSetCookie()) {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
    cookies.set(name, value);
  }
  recordedTexts.push(JSON.stringify([...response.headers]), await response.clone().text());
  return response;
}

async function readNewestCode(email = EMAIL): Promise<string> {
  const mail = await db.write
    .selectFrom('outbox')
    .select('text')
    .where('to_address', '=', email)
    .where('kind', '=', 'code')
    .orderBy('created_at', 'desc')
    .executeTakeFirstOrThrow();
  return CODE.exec(mail.text)?.[0] ?? '';
}

test.each(['application/json', 'text/html'])(
  'a code appears only in its email, and not in any response, cookie, page or log line [%s]',
  async (accept) => {
    const isRegistration = accept === 'application/json';
    await send(isRegistration ? '/register' : '/login?next=/cart');
    if (isRegistration) await send('/auth/customer/register', REGISTRATION, accept);
    else await send('/auth/customer/login', { email: EMAIL, next: '/cart' }, accept);
    const code = await readNewestCode();
    expect(code).toMatch(CODE);
    for (const path of PATHS) await send(path);
    await send('/auth/customer/verify', { email: EMAIL, otp: '0'.repeat(8) }, accept);
    await send('/auth/customer/resend', { email: EMAIL }, accept);
    await send('/auth/customer/verify', { email: EMAIL, otp: code }, accept);
    expect((await send('/auth/customer/me')).status).toBe(200);
    for (const path of PATHS) await send(path);
    await send('/auth/customer/logout', {}, accept);
    await db.write.deleteFrom('subscriber').execute();
    const subscription = await send('/newsletter/start', { email: READER }, accept);
    expect(subscription.status).toBeLessThan(400);
    const newsletterCode = await readNewestCode(READER);
    await send('/newsletter/code');
    await send('/newsletter/confirm', { code: '0'.repeat(8) }, accept);
    await send('/newsletter/confirm', { code: newsletterCode }, accept);
    await expect.poll(() => shop.output()).toContain('ECONNREFUSED');
    expect(PATHS).toEqual(
      expect.arrayContaining(['/verify', '/newsletter/code', '/account/profile', '/public/cart', '/']),
    );
    expect(
      recordedTexts.filter((text) => text.includes(EMAIL)).length,
      'responses that contain the customer’s email address',
    ).toBeGreaterThan(2);
    for (const secret of [code, newsletterCode]) {
      expect(recordedTexts.join('\n')).not.toContain(secret);
      expect(shop.output()).not.toContain(secret);
    }
  },
);
