import type { AstroCookieSetOptions, AstroCookies } from 'astro';
import type { Settings } from '#lib/shop/settings.server.ts';

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
  cookies.set(cookieName(site, name), value, { ...cookiePlace(site), httpOnly: true, maxAge: maxAgeSeconds });
}

export function readPrivateCookie(cookies: AstroCookies, site: Site, name: string): string | undefined {
  return cookies.get(cookieName(site, name))?.value;
}

export function dropPrivateCookie(cookies: AstroCookies, site: Site, name: string): void {
  cookies.delete(cookieName(site, name), cookiePlace(site));
}

/** Where a cookie of the shop goes back to. */
export function cookiePlace(site: Site): AstroCookieSetOptions {
  return { path: '/', sameSite: 'lax', secure: isSecure(site) };
}

function cookieName(site: Site, name: string): string {
  return isSecure(site) ? `__Host-${name}` : name;
}

function isSecure({ siteUrl }: Site): boolean {
  return siteUrl.startsWith('https:');
}
