import { defineMiddleware } from 'astro:middleware';
import type { APIContext, MiddlewareNext } from 'astro';
import { isAdminRoute } from '#lib/admin/access/admin-routes.ts';
import { TAXONOMY_TAG } from '#lib/catalog/listing-index/facets/taxonomy-tag.ts';
import { refusalForOtherCustomer } from '#lib/customers/auth/sessions/account-copy.server.ts';
import { SESSION_COOKIE } from '#lib/customers/auth/sessions/cookies.server.ts';
import { readSession } from '#lib/customers/auth/sessions/session.server.ts';
import { CONTENT_TAG } from '#lib/platform/content/content.server.ts';
import { isOutcomeUnknown } from '#lib/platform/db/query/unavailable.server.ts';
import { dropPrivateCookie, readPrivateCookie } from '#lib/platform/http/cookies/private-cookie.server.ts';
import { apiNotFound } from '#lib/platform/http/endpoint/api-not-found.server.ts';
import { FLASH_COOKIE, readFlashMessage } from '#lib/platform/http/endpoint/flash-message.ts';
import { takeInputAfterLogin, takeOldInput } from '#lib/platform/http/endpoint/old-input.server.ts';
import { failedRequest, failureKind, logFailure, STATUS_OF } from '#lib/platform/http/failure.server.ts';
import { recordCacheOptions } from '#lib/platform/http/pages/dev-cache.ts';
import { isApiPath } from '#lib/platform/http/route-table.ts';
import {
  OUTCOME_UNKNOWN,
  SERVICE_UNAVAILABLE,
  serviceUnavailable,
} from '#lib/platform/http/unavailable-page.server.ts';

const SEND_AGAIN = 'You are logged in again. What you wrote is still here: please send it once more.';
const SEND_AGAIN_AS_STAFF = 'Thank you. What you typed is still here: please send it once more.';

export const onRequest = defineMiddleware(async (context, next) => {
  const refusal = refusalFor(context);
  if (refusal) return refusal;
  const readDevHeaders = import.meta.env.DEV ? recordCacheOptions(context) : undefined;
  try {
    const response = isAdminRoute(context.routePattern)
      ? await adminResponse(context, next)
      : await shopResponse(context, next);
    for (const [name, value] of readDevHeaders?.() ?? []) response.headers.set(name, value);
    const { documentPolicy } = context.locals;
    if (documentPolicy) response.headers.set('content-security-policy', documentPolicy);
    return response;
  } catch (error) {
    return failureResponse(context, error);
  }
});

async function shopResponse(context: APIContext, next: MiddlewareNext): Promise<Response> {
  await readVisitorSession(context);
  const refusal = refusalForOtherCustomer(context);
  if (refusal) return refusal;
  tagSharedResponse(context);
  readOldInputAndMessage(context);
  return next();
}

/** Loads the admin's code on the first request for the admin, so that a shop without an admin never loads the code. */
async function adminResponse(context: APIContext, next: MiddlewareNext): Promise<Response> {
  const notFound = () => shopResponse(context, () => next('/404'));
  if (!context.locals.shop.settings.admin.isOn) return notFound();
  const { respondToAdminRequest } = await import('#lib/admin/access/admit.server.ts');
  const render = () => {
    readOldInputAndMessage(context);
    return next();
  };
  return respondToAdminRequest(context, { next: render, notFound });
}

function refusalFor(context: APIContext): Response | Promise<Response> | undefined {
  const { routePattern, request, url, locals } = context;
  const isRead = request.method === 'GET' || request.method === 'HEAD';
  if (isRead && routePattern === '/404' && isApiPath(url.pathname)) return apiNotFound(context);
  // Astro adds routes that the shop does not use.
  return locals.routes.allows(routePattern, request.method) ? undefined : apiNotFound(context);
}

function failureResponse(context: APIContext, error: unknown): Response {
  const errorKind = failureKind(error);
  // Pages handle expected errors themselves. An expected error that reaches this point is a bug.
  const kind = errorKind === 'refusal' ? 'bug' : errorKind;
  const status = STATUS_OF[kind];
  logFailure(context.locals.shop.log, failedRequest(context, status), error, kind);
  // Astro renders 500.astro for a response without a body. If Astro received the error, it would log the URL.
  if (status !== 503) return new Response(null, { status });
  return serviceUnavailable(context.request, isOutcomeUnknown(error) ? OUTCOME_UNKNOWN : SERVICE_UNAVAILABLE);
}

/** Tags a response that is the same for everyone. The error page gets no tags: Astro renders it without a cache. */
function tagSharedResponse({ cache, locals: { routes }, routePattern, url }: APIContext): void {
  if (routePattern === '/500' || !routes.isShared(url.pathname)) return;
  cache.set({ tags: routes.isPage(routePattern) ? [TAXONOMY_TAG, CONTENT_TAG] : [CONTENT_TAG] });
}

async function readVisitorSession({ cookies, locals, request, url }: APIContext): Promise<void> {
  const isRead = request.method === 'GET' || request.method === 'HEAD';
  if (isRead && locals.routes.isShared(url.pathname)) return;
  const token = readPrivateCookie(cookies, locals.shop.settings, SESSION_COOKIE);
  const session = token ? await readSession(locals.shop, token) : undefined;
  if (session) locals.session = session;
}

/**
 * Reads the message and the old input that a page shows once. Other routes leave them for the next page, because a
 * script may request data before that page opens.
 */
function readOldInputAndMessage(context: APIContext): void {
  if (context.request.method !== 'GET' || !context.locals.routes.isPage(context.routePattern)) return;
  const inputBeforeLogin = takeInputAfterLogin(context);
  if (inputBeforeLogin) {
    const message = context.locals.staff ? SEND_AGAIN_AS_STAFF : SEND_AGAIN;
    Object.assign(context.locals, { oldInput: inputBeforeLogin, flashMessage: { status: 'error', message } });
    return;
  }
  const oldInput = takeOldInput(context);
  if (oldInput) context.locals.oldInput = oldInput;
  const { settings } = context.locals.shop;
  const flashMessage = readFlashMessage(readPrivateCookie(context.cookies, settings, FLASH_COOKIE));
  if (!flashMessage) return;
  context.locals.flashMessage = flashMessage;
  dropPrivateCookie(context.cookies, settings, FLASH_COOKIE);
}
