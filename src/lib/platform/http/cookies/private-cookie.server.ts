import type { AstroCookieSetOptions, AstroCookies } from 'astro';
import { cookieName } from '#lib/platform/http/cookies/cookie-name.ts';
import type { Settings } from '#lib/platform/settings/settings.server.ts';

// Only this file may write cookies; tests/unit/platform/http/private-cookie.test.ts checks this.

type Site = Pick<Settings, 'siteUrl'>;

/** Sets a cookie that scripts of pages cannot read. */
export function setPrivateCookie(
  cookies: AstroCookies,
  site: Site,
  name: string,
  value: string,
  maxAgeSeconds: number,
): void {
  cookies.set(nameForSite(site, name), value, { ...cookieScope(site), httpOnly: true, maxAge: maxAgeSeconds });
}

/** Sets a cookie that scripts cannot read, and that browsers send only with requests from pages of this shop. */
export function setStrictCookie(
  cookies: AstroCookies,
  site: Site,
  name: string,
  value: string,
  maxAgeSeconds: number,
): void {
  const scope = { ...cookieScope(site), sameSite: 'strict' as const };
  cookies.set(nameForSite(site, name), value, { ...scope, httpOnly: true, maxAge: maxAgeSeconds });
}

/** Sets a cookie that scripts of pages can read, so it must not contain a secret. */
export function setScriptCookie(
  cookies: AstroCookies,
  site: Site,
  name: string,
  value: string,
  maxAgeSeconds: number,
): void {
  cookies.set(nameForSite(site, name), value, { ...cookieScope(site), maxAge: maxAgeSeconds });
}

/** Reads a cookie that a function of this file has set. Returns undefined if the browser has not sent it. */
export function readPrivateCookie(cookies: AstroCookies, site: Site, name: string): string | undefined {
  return cookies.get(nameForSite(site, name))?.value;
}

export function dropPrivateCookie(cookies: AstroCookies, site: Site, name: string): void {
  cookies.delete(nameForSite(site, name), cookieScope(site));
}

function cookieScope(site: Site): AstroCookieSetOptions {
  return { path: '/', sameSite: 'lax', secure: isSecure(site) };
}

function nameForSite(site: Site, name: string): string {
  return cookieName(name, isSecure(site));
}

function isSecure({ siteUrl }: Site): boolean {
  return siteUrl.startsWith('https:');
}
