import type { APIContext } from 'astro';
import { CODE_LIVES_MS } from '#lib/auth/codes.ts';
import { dropPrivateCookie, readPrivateCookie, setPrivateCookie } from '#lib/platform/http/private-cookie.server.ts';

const COOKIE = 'newsletter';

export function keepNewsletterChallenge({ cookies, locals }: APIContext, token: string): void {
  setPrivateCookie(cookies, locals.shop.settings, COOKIE, token, CODE_LIVES_MS / 1_000);
}

export function readNewsletterChallenge({
  cookies,
  locals,
}: Pick<APIContext, 'cookies' | 'locals'>): string | undefined {
  return readPrivateCookie(cookies, locals.shop.settings, COOKIE);
}

export function dropNewsletterChallenge({ cookies, locals }: APIContext): void {
  dropPrivateCookie(cookies, locals.shop.settings, COOKIE);
}
