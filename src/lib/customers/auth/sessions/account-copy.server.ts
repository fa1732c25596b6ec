import type { APIContext } from 'astro';
import { SESSION_COOKIE_SECONDS } from '#lib/customers/auth/sessions/cookies.server.ts';
import { readPrivateCookie, setScriptCookie } from '#lib/platform/http/cookies/private-cookie.server.ts';
import { ACCOUNT_COOKIE, accountCopy, COPY_HEADER } from '#lib/platform/http/pages/offline-copy.ts';
import { tokenHash } from '#lib/platform/tokens.server.ts';

const TAG_CHARACTERS = 16;

/** Lets the service worker store a page of this session, to be read without a network while the session lasts. A message is for one view. */
export function allowAccountCopy(
  { cookies, locals: { session, shop, notice } }: APIContext,
  response: { headers: Headers },
): void {
  if (!session || notice) return;
  const account = tokenHash(`offline ${session.id}`).slice(0, TAG_CHARACTERS);
  response.headers.set(COPY_HEADER, accountCopy(account));
  if (readPrivateCookie(cookies, shop.settings, ACCOUNT_COOKIE) !== account)
    setScriptCookie(cookies, shop.settings, ACCOUNT_COOKIE, account, SESSION_COOKIE_SECONDS);
}
