import { defineMiddleware } from 'astro:middleware';
import type { APIContext } from 'astro';
import { isDatabaseUnavailable, isOutcomeUnknown } from '#lib/db/unavailable.server.ts';
import { NOT_NOW, notNow, UNSEEN } from '#lib/http/not-now.server.ts';
import { decodeNotice, NOTICE_COOKIE } from '#lib/http/notice.ts';
import { readPrivateCookie } from '#lib/http/private-cookie.server.ts';
import { isSharedPage } from '#lib/http/shared-pages.ts';
import { takeTyped } from '#lib/http/typed-fields.server.ts';
import { SESSION_COOKIE } from '#lib/identity/cookies.server.ts';
import { readSession } from '#lib/identity/session.server.ts';

/** Says who is asking, and hands what came of the last form to the page that is shown next, once. */
export const onRequest = defineMiddleware(async (context, next) => {
  if (context.isPrerendered) return next();
  try {
    await readWhoAsks(context);
    if (context.request.method === 'GET') readLastForm(context);
    return await next();
  } catch (error) {
    if (!isDatabaseUnavailable(error)) throw error;
    const { shop, requestId } = context.locals;
    shop.log.warn({ err: error, requestId, path: context.url.pathname }, 'the database could not do it');
    return notNow(context.request, isOutcomeUnknown(error) ? UNSEEN : NOT_NOW);
  }
});

async function readWhoAsks({ cookies, locals, request, url }: APIContext): Promise<void> {
  const isRead = request.method === 'GET' || request.method === 'HEAD';
  if (isRead && isSharedPage(url.pathname)) return;
  const token = readPrivateCookie(cookies, locals.shop.settings, SESSION_COOKIE);
  const session = token ? await readSession(locals.shop, token) : undefined;
  if (session) locals.session = session;
}

/** Its message, and when it was refused what was typed into it. */
function readLastForm(context: APIContext): void {
  const typed = takeTyped(context);
  if (typed) context.locals.typed = typed;
  const notice = decodeNotice(context.cookies.get(NOTICE_COOKIE)?.value);
  if (!notice) return;
  context.locals.notice = notice;
  context.cookies.delete(NOTICE_COOKIE, { path: '/' });
}
