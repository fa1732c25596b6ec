import type { APIContext } from 'astro';
import { setPrivateCookie } from '#lib/platform/http/cookies/private-cookie.server.ts';
import {
  FLASH_COOKIE,
  FLASH_SECONDS,
  type FlashMessage,
  flashText,
} from '#lib/platform/http/endpoint/flash-message.ts';
import { noticePath } from '#lib/platform/http/endpoint/notice-path.server.ts';
import { safeRedirectPath } from '#lib/platform/http/endpoint/safe-redirect-path.ts';

/** Responds with JSON. Redirects a form sent without JavaScript with 303 to `next`, or else back to its page. */
export function respond(
  context: APIContext,
  status: number,
  flashMessage: FlashMessage,
  data: unknown,
  next: string | undefined,
): Response {
  if (isPlainForm(context.request)) return seeOther(context, flashMessage, next);
  return Response.json(
    { ...flashMessage, data: data ?? null },
    { status, headers: status === 503 ? { 'retry-after': '5' } : {} },
  );
}

export function isPlainForm(request: Request): boolean {
  const type = request.headers.get('content-type') ?? '';
  const isForm = type.startsWith('application/x-www-form-urlencoded') || type.startsWith('multipart/form-data');
  return request.method === 'POST' && isForm && (request.headers.get('accept') ?? '').includes('text/html');
}

function seeOther(context: APIContext, flashMessage: FlashMessage, next: string | undefined): Response {
  const back = next ?? refererPath(context) ?? '/';
  const target = flashMessage.message ? noticePath(context.locals.routes, back) : back;
  if (flashMessage.message) {
    const { settings } = context.locals.shop;
    setPrivateCookie(context.cookies, settings, FLASH_COOKIE, flashText(flashMessage), FLASH_SECONDS);
  }
  return new Response(null, { status: 303, headers: { location: target } });
}

/** Returns the path of a login page that then leads to `from`. */
export function loginPath(from: string | undefined, page = '/login'): string {
  return from ? `${page}?next=${encodeURIComponent(from)}` : page;
}

/** Returns only the path of a page of this shop: the front server has checked the host of every request. */
export function refererPath({ request, url }: APIContext): string | undefined {
  const address = request.headers.get('referer');
  if (!address || !URL.canParse(address)) return undefined;
  const { host, pathname, search } = new URL(address);
  return host === url.host ? safeRedirectPath(pathname + search) : undefined;
}
