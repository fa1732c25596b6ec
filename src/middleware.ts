import { defineMiddleware } from 'astro:middleware';
import type { APIContext } from 'astro';
import { decodeNotice, NOTICE_COOKIE } from '#lib/http/notice.ts';
import { isSharedPage } from '#lib/http/shared-pages.ts';
import { readPrivateCookie, SESSION_COOKIE } from '#lib/identity/cookies.server.ts';
import { readSession } from '#lib/identity/session.server.ts';

/** Says who is asking, and hands the last form's message to the page that is shown next, once. */
export const onRequest = defineMiddleware(async (context, next) => {
  if (context.isPrerendered) return next();
  await readWhoAsks(context);
  if (context.request.method === 'GET') readNotice(context);
  return next();
});

async function readWhoAsks({ cookies, locals, request, url }: APIContext): Promise<void> {
  const isRead = request.method === 'GET' || request.method === 'HEAD';
  if (isRead && isSharedPage(url.pathname)) return;
  const token = readPrivateCookie(cookies, locals.shop.settings, SESSION_COOKIE);
  const session = token ? await readSession(locals.shop, token) : undefined;
  if (session) locals.session = session;
}

function readNotice(context: APIContext): void {
  const notice = decodeNotice(context.cookies.get(NOTICE_COOKIE)?.value);
  if (!notice) return;
  context.locals.notice = notice;
  context.cookies.delete(NOTICE_COOKIE, { path: '/' });
}
