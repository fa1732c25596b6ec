import type { APIContext } from 'astro';
import { CHALLENGE_COOKIE, digitsOfChallenge } from '#lib/auth/codes.server.ts';
import { CODE_LIVES_MS } from '#lib/auth/codes.ts';
import { markVisitor, SESSION_COOKIE, SESSION_COOKIE_SECONDS } from '#lib/auth/cookies.server.ts';
import { deviceName } from '#lib/auth/device-name.ts';
import type { Browser, LoggedIn } from '#lib/auth/logged-in.server.ts';
import { dropPrivateCookie, readPrivateCookie, setPrivateCookie } from '#lib/platform/http/private-cookie.server.ts';

const DEVICE_COOKIE = 'device';
const YEAR_SECONDS = 365 * 86_400;

export function browserOf({ cookies, locals, request }: APIContext): Browser {
  const read = (name: string) => readPrivateCookie(cookies, locals.shop.settings, name);
  return {
    networks: locals.networks,
    challengeToken: read(CHALLENGE_COOKIE),
    sessionToken: read(SESSION_COOKIE),
    deviceToken: read(DEVICE_COOKIE),
    device: deviceName(request.headers.get('user-agent')),
  };
}

export async function keepChallenge(
  { cookies, locals: { shop } }: APIContext,
  token: string,
): Promise<{ digits: number }> {
  setPrivateCookie(cookies, shop.settings, CHALLENGE_COOKIE, token, CODE_LIVES_MS / 1_000);
  return { digits: await digitsOfChallenge(shop, token) };
}

export function keepLogin({ cookies, locals }: APIContext, { sessionToken, deviceToken }: LoggedIn): void {
  const { settings } = locals.shop;
  setPrivateCookie(cookies, settings, SESSION_COOKIE, sessionToken, SESSION_COOKIE_SECONDS);
  if (deviceToken) setPrivateCookie(cookies, settings, DEVICE_COOKIE, deviceToken, YEAR_SECONDS);
  dropPrivateCookie(cookies, settings, CHALLENGE_COOKIE);
  markVisitor(cookies, settings);
}
