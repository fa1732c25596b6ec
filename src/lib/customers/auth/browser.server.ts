import type { APIContext } from 'astro';
import type { Browser, LoginResult } from '#lib/customers/auth/log-in-out.server.ts';
import { loginChallenge } from '#lib/customers/auth/login-challenge.server.ts';
import { markVisitor, SESSION_COOKIE, SESSION_COOKIE_SECONDS } from '#lib/customers/auth/sessions/cookies.server.ts';
import { deviceName } from '#lib/customers/auth/sessions/device-name.ts';
import {
  dropPrivateCookie,
  readPrivateCookie,
  setPrivateCookie,
} from '#lib/platform/http/cookies/private-cookie.server.ts';
import { ACCOUNT_COOKIE } from '#lib/platform/http/pages/offline-copy.ts';

const DEVICE_COOKIE = 'device';
const YEAR_SECONDS = 365 * 86_400;

export function browserOf(context: APIContext): Browser {
  const { cookies, locals, request } = context;
  const read = (name: string) => readPrivateCookie(cookies, locals.shop.settings, name);
  return {
    networks: locals.networks,
    challengeToken: loginChallenge.read(context),
    sessionToken: read(SESSION_COOKIE),
    deviceToken: read(DEVICE_COOKIE),
    device: deviceName(request.headers.get('user-agent')),
  };
}

/** Saves the token in a cookie. Returns the number of digits of the emailed code. */
export async function saveChallenge(context: APIContext, token: string): Promise<{ digits: number }> {
  loginChallenge.save(context, token);
  return { digits: await loginChallenge.digitsOf(context, token) };
}

/** Sets the cookies for a login. Deletes the cookies of the challenge and of the account that was logged in before. */
export function saveLogin(context: APIContext, { sessionToken, deviceToken }: LoginResult): void {
  const { cookies, locals } = context;
  const { settings } = locals.shop;
  setPrivateCookie(cookies, settings, SESSION_COOKIE, sessionToken, SESSION_COOKIE_SECONDS);
  if (deviceToken) setPrivateCookie(cookies, settings, DEVICE_COOKIE, deviceToken, YEAR_SECONDS);
  dropPrivateCookie(cookies, settings, ACCOUNT_COOKIE);
  loginChallenge.drop(context);
  markVisitor(cookies, settings);
}
