import type { APIContext } from 'astro';
import { type Challenge, type ChallengePurpose, findChallenge } from '#lib/customers/auth/challenges.server.ts';
import { CODE_LIFETIME_MS } from '#lib/customers/auth/codes.ts';
import {
  dropPrivateCookie,
  readPrivateCookie,
  setPrivateCookie,
} from '#lib/platform/http/cookies/private-cookie.server.ts';

type CookieContext = Pick<APIContext, 'cookies' | 'locals'>;

/**
 * Returns functions for a cookie with the token of a challenge. Each kind of challenge has a separate cookie, so that
 * requesting one code does not end another challenge.
 */
export function challengeCookie<P extends ChallengePurpose>(name: string, purposes: readonly P[]) {
  const read = ({ cookies, locals }: CookieContext): string | undefined =>
    readPrivateCookie(cookies, locals.shop.settings, name);
  return {
    purposes,
    read,
    save({ cookies, locals }: CookieContext, token: string): void {
      setPrivateCookie(cookies, locals.shop.settings, name, token, CODE_LIFETIME_MS / 1_000);
    },
    drop({ cookies, locals }: CookieContext): void {
      dropPrivateCookie(cookies, locals.shop.settings, name);
    },
    find(context: CookieContext): Promise<Challenge<P> | undefined> {
      return findChallenge(context.locals.shop, read(context), purposes);
    },
    /** Returns the number of digits of the emailed code, or the number from the settings if there is no challenge. */
    async digitsOf({ locals: { shop } }: Pick<CookieContext, 'locals'>, token: string): Promise<number> {
      return (await findChallenge(shop, token, purposes))?.digits ?? shop.settings.codeDigits;
    },
  };
}
