import type { APIContext } from 'astro';
import { CHALLENGE_COOKIE, CHALLENGE_LIFETIME_MS } from '#lib/admin/sign-in/challenges.server.ts';
import { decryptText, encryptText } from '#lib/admin/sign-in/encrypted-text.server.ts';
import { ADMIN_COOKIE, STAFF_SESSION_MAX_MS } from '#lib/admin/sign-in/sessions.server.ts';
import { deviceName } from '#lib/customers/auth/sessions/device-name.ts';
import {
  dropPrivateCookie,
  readPrivateCookie,
  setStrictCookie,
} from '#lib/platform/http/cookies/private-cookie.server.ts';
import { SECOND_MS } from '#lib/primitives/durations.ts';

/** Returns the network and device of a change, for the audit log. */
export function originOf({ networks }: Pick<App.Locals, 'networks'>, device: string): string {
  return `${networks.home}, ${device}`;
}

export function staffBrowser({ cookies, locals, request }: Pick<APIContext, 'cookies' | 'locals' | 'request'>) {
  const device = deviceName(request.headers.get('user-agent'));
  return {
    /** The token of the current challenge; undefined if the browser has none. */
    token: readPrivateCookie(cookies, locals.shop.settings, CHALLENGE_COOKIE),
    networks: locals.networks,
    device,
    /** The network and device, for the audit log. */
    origin: originOf(locals, device),
  };
}

export function saveStaffChallenge({ cookies, locals }: APIContext, token: string): void {
  setStrictCookie(cookies, locals.shop.settings, CHALLENGE_COOKIE, token, CHALLENGE_LIFETIME_MS / SECOND_MS);
}

export function saveStaffSession({ cookies, locals }: APIContext, token: string): void {
  const { settings } = locals.shop;
  setStrictCookie(cookies, settings, ADMIN_COOKIE, token, STAFF_SESSION_MAX_MS / SECOND_MS);
  dropPrivateCookie(cookies, settings, CHALLENGE_COOKIE);
}

export function dropStaffSession({ cookies, locals }: APIContext): void {
  dropPrivateCookie(cookies, locals.shop.settings, ADMIN_COOKIE);
}

const RECOVERY_COOKIE = 'admin-recovery';
const RECOVERY_SECONDS = 120;

/** Saves the codes for the next page, which shows them once. The database stores only their hashes. */
export function saveRecoveryCodes({ cookies, locals }: APIContext, codes: string[]): void {
  const { settings, secretKey } = locals.shop;
  setStrictCookie(cookies, settings, RECOVERY_COOKIE, encryptText(secretKey, codes.join(' ')), RECOVERY_SECONDS);
}

export function takeRecoveryCodes({ cookies, locals }: Pick<APIContext, 'cookies' | 'locals'>): string[] | undefined {
  const { settings, secretKey } = locals.shop;
  const value = readPrivateCookie(cookies, settings, RECOVERY_COOKIE);
  if (!value) return undefined;
  dropPrivateCookie(cookies, settings, RECOVERY_COOKIE);
  return decryptText(secretKey, value)?.split(' ');
}
