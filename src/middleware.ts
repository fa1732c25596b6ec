import { defineMiddleware } from 'astro:middleware';
import { decodeNotice, NOTICE_COOKIE } from '#lib/http/notice.ts';

/** Hands the last form's message to the page that is shown next, once. */
export const onRequest = defineMiddleware((context, next) => {
  if (context.isPrerendered || context.request.method !== 'GET') return next();
  const notice = decodeNotice(context.cookies.get(NOTICE_COOKIE)?.value);
  if (notice) {
    context.locals.notice = notice;
    context.cookies.delete(NOTICE_COOKIE, { path: '/' });
  }
  return next();
});
