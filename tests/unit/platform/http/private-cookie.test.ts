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

const LIVE = { siteUrl: 'https://shop.example' };
const DEMO = { siteUrl: 'http://localhost:4321' };

function cookieJar() {
  const stored = new Map<string, { value: string; attributes: object }>();
  const cookies = {
    set: (name: string, value: string, attributes: object) => void stored.set(name, { value, attributes }),
    get: (name: string) => stored.get(name),
    delete: (name: string) => void stored.delete(name),
  };
  return { stored, cookies: cookies as unknown as AstroCookies };
}

test('under https a private cookie is for this host only, and hidden from scripts', () => {
  const { stored, cookies } = cookieJar();
  setPrivateCookie(cookies, LIVE, 'session', 'secret', 60);
  expect([...stored]).toEqual([
    [
      '__Host-session',
      { value: 'secret', attributes: { path: '/', secure: true, httpOnly: true, sameSite: 'lax', maxAge: 60 } },
    ],
  ]);
  expect(readPrivateCookie(cookies, LIVE, 'session')).toBe('secret');
  dropPrivateCookie(cookies, LIVE, 'session');
  expect(stored.size).toBe(0);
});

test('ignores a cookie that another host of the domain may have set', () => {
  const { stored, cookies } = cookieJar();
  stored.set('session', { value: 'planted', attributes: {} });
  expect(readPrivateCookie(cookies, LIVE, 'session')).toBeUndefined();
});

test('without TLS, on localhost, a private cookie has no prefix and is not secure', () => {
  const { stored, cookies } = cookieJar();
  setPrivateCookie(cookies, DEMO, 'session', 'secret', 60);
  expect(stored.get('session')?.attributes).toMatchObject({ secure: false, httpOnly: true });
  expect(readPrivateCookie(cookies, DEMO, 'session')).toBe('secret');
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
