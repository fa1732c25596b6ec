import type { AstroCookieSetOptions, AstroCookies } from 'astro';
import { cookieName } from '#lib/platform/http/cookies/cookie-name.ts';
import type { Settings } from '#lib/platform/settings/settings.server.ts';

// Only this file may write cookies; tests/unit/platform/http/private-cookie.test.ts checks this.

type Site = Pick<Settings, 'siteUrl'>;

/** Sets a cookie that scripts of pages cannot read. */
export const setPrivateCookie = cookieSetter({ httpOnly: true });
/** Sets a cookie that scripts cannot read, and that browsers send only with requests from pages of this shop. */
export const setStrictCookie = cookieSetter({ httpOnly: true, sameSite: 'strict' });
/** Sets a cookie that scripts of pages can read, so it must not contain a secret. */
export const setScriptCookie = cookieSetter({});

function cookieSetter(attributes: AstroCookieSetOptions) {
  return (cookies: AstroCookies, site: Site, name: string, value: string, maxAgeSeconds: number): void =>
    cookies.set(nameForSite(site, name), value, { ...cookieScope(site), ...attributes, maxAge: maxAgeSeconds });
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
