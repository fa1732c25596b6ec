import type { AstroCookieSetOptions, AstroCookies } from 'astro';
import { cookieName } from '#lib/platform/http/cookie-name.ts';
import type { Settings } from '#lib/platform/settings.server.ts';

/** The only file that writes cookies: tests/unit/http/private-cookie.test.ts sees to it. */
type Site = Pick<Settings, 'siteUrl'>;

/**
 * A cookie that only this host reads, and no script. Under https its name carries `__Host-`, so that neither another
 * host of the domain nor a page without TLS can plant one.
 */
export function setPrivateCookie(
  cookies: AstroCookies,
  site: Site,
  name: string,
  value: string,
  maxAgeSeconds: number,
): void {
  cookies.set(nameOn(site, name), value, { ...cookiePlace(site), httpOnly: true, maxAge: maxAgeSeconds });
}

/** The same, but the page's script reads it: for what proves nothing and unlocks nothing. */
export function setScriptCookie(
  cookies: AstroCookies,
  site: Site,
  name: string,
  value: string,
  maxAgeSeconds: number,
): void {
  cookies.set(nameOn(site, name), value, { ...cookiePlace(site), maxAge: maxAgeSeconds });
}

export function readPrivateCookie(cookies: AstroCookies, site: Site, name: string): string | undefined {
  return cookies.get(nameOn(site, name))?.value;
}

export function dropPrivateCookie(cookies: AstroCookies, site: Site, name: string): void {
  cookies.delete(nameOn(site, name), cookiePlace(site));
}

/** Where a cookie of the shop goes back to. */
function cookiePlace(site: Site): AstroCookieSetOptions {
  return { path: '/', sameSite: 'lax', secure: isSecure(site) };
}

function nameOn(site: Site, name: string): string {
  return cookieName(name, isSecure(site));
}

function isSecure({ siteUrl }: Site): boolean {
  return siteUrl.startsWith('https:');
}
