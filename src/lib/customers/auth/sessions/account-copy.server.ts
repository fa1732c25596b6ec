import type { APIContext } from 'astro';
import { SESSION_COOKIE_SECONDS } from '#lib/customers/auth/sessions/cookies.server.ts';
import type { Session } from '#lib/customers/auth/sessions/session.server.ts';
import { readPrivateCookie, setScriptCookie } from '#lib/platform/http/cookies/private-cookie.server.ts';
import {
  ACCOUNT_COOKIE,
  accountCookieValue,
  accountCopyHeader,
  COPY_HEADER,
  CUSTOMER_HEADER,
  customerInAccountCookie,
  OTHER_CUSTOMER_STATUS,
} from '#lib/platform/http/pages/offline-copy.ts';
import { tokenHash } from '#lib/platform/tokens.server.ts';

const HASH_CHARACTERS = 16;
const OTHER_CUSTOMER = 'You are logged in to another account now. Nothing was sent.';

type AccountContext = Pick<APIContext, 'cookies' | 'locals'>;

/**
 * Lets the service worker store a page of this session, so that it can be read offline while the session lasts. A page
 * with a message is not stored, because the message must be shown only once.
 */
export function allowAccountCopy(context: AccountContext, response: { headers: Headers }): void {
  const { session, flashMessage } = context.locals;
  if (!session || flashMessage) return;
  response.headers.set(COPY_HEADER, accountCopyHeader(setAccountCookie(context, session)));
}

/**
 * Sets the cookie that identifies the account whose pages and queued actions the browser stores. Returns its value.
 */
export function setAccountCookie({ cookies, locals: { shop } }: AccountContext, session: Session): string {
  const cookieValue = cookieValueOf(session);
  if (readPrivateCookie(cookies, shop.settings, ACCOUNT_COOKIE) !== cookieValue)
    setScriptCookie(cookies, shop.settings, ACCOUNT_COOKIE, cookieValue, SESSION_COOKIE_SECONDS);
  return cookieValue;
}

function cookieValueOf({ id, customer }: Session): string {
  return accountCookieValue(shortHash(`offline ${id}`), shortHash(`customer ${customer.id}`));
}

function shortHash(text: string): string {
  return tokenHash(text).slice(0, HASH_CHARACTERS);
}

/**
 * Returns the response to an action that another customer's session queued in the browser; undefined for other
 * requests.
 */
export function refusalForOtherCustomer({ request, locals: { session } }: APIContext): Response | undefined {
  const customerHash = request.headers.get(CUSTOMER_HEADER);
  if (customerHash === null || customerHash === customerInAccountCookie(session && cookieValueOf(session)))
    return undefined;
  const body = { status: 'error', message: OTHER_CUSTOMER, data: null };
  return Response.json(body, { status: OTHER_CUSTOMER_STATUS });
}
