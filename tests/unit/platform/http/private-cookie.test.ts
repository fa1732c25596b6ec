import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AstroCookies } from 'astro';
import { expect, test } from 'vitest';
import {
  dropPrivateCookie,
  readPrivateCookie,
  setPrivateCookie,
} from '#lib/platform/http/cookies/private-cookie.server.ts';

const LIVE_SETTINGS = { siteUrl: 'https://shop.example' };
const DEMO_SETTINGS = { siteUrl: 'http://localhost:4321' };

function cookieJar() {
  const storedCookies = new Map<string, { value: string; attributes: object }>();
  const cookies = {
    set: (name: string, value: string, attributes: object) => void storedCookies.set(name, { value, attributes }),
    get: (name: string) => storedCookies.get(name),
    delete: (name: string) => void storedCookies.delete(name),
  };
  return { storedCookies, cookies: cookies as unknown as AstroCookies };
}

test('over HTTPS, a private cookie is only for this host and not accessible to scripts', () => {
  const { storedCookies, cookies } = cookieJar();
  setPrivateCookie(cookies, LIVE_SETTINGS, 'session', 'secret', 60);
  expect([...storedCookies]).toEqual([
    [
      '__Host-session',
      { value: 'secret', attributes: { path: '/', secure: true, httpOnly: true, sameSite: 'lax', maxAge: 60 } },
    ],
  ]);
  expect(readPrivateCookie(cookies, LIVE_SETTINGS, 'session')).toBe('secret');
  dropPrivateCookie(cookies, LIVE_SETTINGS, 'session');
  expect(storedCookies.size).toBe(0);
});

test('ignores a cookie that another host of the domain may have set', () => {
  const { storedCookies, cookies } = cookieJar();
  storedCookies.set('session', { value: 'planted', attributes: {} });
  expect(readPrivateCookie(cookies, LIVE_SETTINGS, 'session')).toBeUndefined();
});

test('on localhost without TLS, a private cookie has no prefix and no Secure attribute', () => {
  const { storedCookies, cookies } = cookieJar();
  setPrivateCookie(cookies, DEMO_SETTINGS, 'session', 'secret', 60);
  expect(storedCookies.get('session')?.attributes).toMatchObject({ secure: false, httpOnly: true });
  expect(readPrivateCookie(cookies, DEMO_SETTINGS, 'session')).toBe('secret');
});

test('only one file on the server and one in the browser write cookies', () => {
  const src = fileURLToPath(new URL('../../../../src', import.meta.url));
  const writers = globSync('**/*.{ts,tsx,astro}', { cwd: src }).filter((file) =>
    /cookies\??\.(set|delete)\(|document\.cookie\s*=[^=]|cookieStore\??\.(set|delete)|(set|append)\(['"`]set-cookie/i.test(
      readFileSync(join(src, file), 'utf8'),
    ),
  );
  expect(writers.sort()).toEqual([
    'islands/ui/script-cookie.client.ts',
    'lib/platform/http/cookies/private-cookie.server.ts',
  ]);
});
