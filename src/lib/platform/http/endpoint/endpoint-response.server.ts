import type { APIContext } from 'astro';
import { setPrivateCookie } from '#lib/platform/http/cookies/private-cookie.server.ts';
import {
  FLASH_COOKIE,
  FLASH_SECONDS,
  type FlashMessage,
  flashText,
} from '#lib/platform/http/endpoint/flash-message.ts';
import { safeRedirectPath } from '#lib/platform/http/endpoint/safe-redirect-path.ts';
import { pathOf } from '#lib/platform/http/guards.server.ts';
import type { RouteTable } from '#lib/platform/http/route-table.ts';

/**
 * Returns a response with JSON. For a form sent without JavaScript, returns a redirect with status 303: to `next`, or
 * to the page of the form if `next` is undefined.
 */
export function respond(
  context: APIContext,
  status: number,
  flashMessage: FlashMessage,
  next?: string,
  data: unknown = null,
): Response {
  if (isPlainForm(context.request)) return seeOther(context, flashMessage, next);
  const headers: HeadersInit = status === 503 ? { 'retry-after': '5' } : {};
  return Response.json({ ...flashMessage, data }, { status, headers });
}

/** Returns whether the request is a form sent without JavaScript. */
export function isPlainForm(request: Request): boolean {
  const type = request.headers.get('content-type') ?? '';
  const isForm = type.startsWith('application/x-www-form-urlencoded') || type.startsWith('multipart/form-data');
  return request.method === 'POST' && isForm && (request.headers.get('accept') ?? '').includes('text/html');
}

function seeOther(context: APIContext, flashMessage: FlashMessage, next: string | undefined): Response {
  const path = next ?? refererPath(context) ?? '/';
  const location = flashMessage.message ? noticePath(context.locals.routes, path) : path;
  if (flashMessage.message) {
    const { settings } = context.locals.shop;
    setPrivateCookie(context.cookies, settings, FLASH_COOKIE, flashText(flashMessage), FLASH_SECONDS);
  }
  return new Response(null, { status: 303, headers: { location } });
}

/**
 * Returns the path of the page that shows a message: `next`, or `/notice` if `next` is the same for everyone, because
 * such a page can't show a message for one person.
 */
export function noticePath(routes: RouteTable, next: string): string {
  return routes.isShared(pathOf(next)) ? `/notice?back=${encodeURIComponent(next)}` : next;
}

/** Returns the path of the login page. After the login, the visitor is sent to `from`, if it is set. */
export function loginPath(from: string | undefined, page = '/login'): string {
  return from ? `${page}?next=${encodeURIComponent(from)}` : page;
}

/**
 * Returns the path and query of the page that sent the request, or undefined if it is unknown or not of this shop. The
 * request's host can be trusted, because the front server has checked it.
 */
export function refererPath({ request, url }: APIContext): string | undefined {
  const referer = request.headers.get('referer');
  if (!referer || !URL.canParse(referer)) return undefined;
  const { host, pathname, search } = new URL(referer);
  return host === url.host ? safeRedirectPath(pathname + search) : undefined;
}
