import type { AstroCookies } from 'astro';
import { dropPrivateCookie, setScriptCookie } from '#lib/platform/http/cookies/private-cookie.server.ts';
import { ACCOUNT_COOKIE } from '#lib/platform/http/pages/offline-copy.ts';
import type { Settings } from '#lib/platform/settings/settings.server.ts';

const DAY_SECONDS = 86_400;
export const SESSION_COOKIE = 'session';
export const SESSION_COOKIE_SECONDS = 30 * DAY_SECONDS;

/** The cookie that signals to scripts that there is personal data to fetch. The cookie grants no rights. */
const VISITOR_COOKIE = 'visitor';

export function markVisitor(cookies: AstroCookies, settings: Settings): void {
  setScriptCookie(cookies, settings, VISITOR_COOKIE, '1', SESSION_COOKIE_SECONDS);
}

export function unmarkVisitor(cookies: AstroCookies, settings: Settings): void {
  dropPrivateCookie(cookies, settings, VISITOR_COOKIE);
}

/** Deletes the cookies of a session that has ended. */
export function dropSessionCookies(cookies: AstroCookies, settings: Settings): void {
  for (const name of [SESSION_COOKIE, ACCOUNT_COOKIE]) dropPrivateCookie(cookies, settings, name);
}
