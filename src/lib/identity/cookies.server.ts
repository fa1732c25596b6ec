import type { AstroCookieSetOptions, AstroCookies } from 'astro';
import type { Settings } from '#lib/shop/settings.server.ts';

const DAY_SECONDS = 86_400;
export const SESSION_COOKIE = 'session';
export const SESSION_COOKIE_SECONDS = 30 * DAY_SECONDS;

/** Tells the page's script that there is something personal to fetch; it proves nothing and unlocks nothing. */
const VISITOR_COOKIE = 'visitor';

/**
 * A cookie that only this host reads, and no script. Under https its name carries `__Host-`, so that neither another
 * host of the domain nor a page without TLS can plant one.
 */
export function setPrivateCookie(
  cookies: AstroCookies,
  settings: Settings,
  name: string,
  value: string,
  maxAge: number,
): void {
  cookies.set(cookieName(settings, name), value, { ...attributes(settings), httpOnly: true, maxAge });
}

export function readPrivateCookie(cookies: AstroCookies, settings: Settings, name: string): string | undefined {
  return cookies.get(cookieName(settings, name))?.value;
}

export function dropPrivateCookie(cookies: AstroCookies, settings: Settings, name: string): void {
  cookies.delete(cookieName(settings, name), attributes(settings));
}

/** From now on pages ask for what is personal: whoever has a cart or is logged in. */
export function markVisitor(cookies: AstroCookies, settings: Settings): void {
  cookies.set(VISITOR_COOKIE, '1', { ...attributes(settings), maxAge: SESSION_COOKIE_SECONDS });
}

export function unmarkVisitor(cookies: AstroCookies, settings: Settings): void {
  cookies.delete(VISITOR_COOKIE, attributes(settings));
}

function cookieName(settings: Settings, name: string): string {
  return isSecure(settings) ? `__Host-${name}` : name;
}

function attributes(settings: Settings): AstroCookieSetOptions {
  return { path: '/', sameSite: 'lax', secure: isSecure(settings) };
}

function isSecure(settings: Settings): boolean {
  return settings.siteUrl.startsWith('https:');
}
