import { hash, randomBytes } from 'node:crypto';
import type { APIContext } from 'astro';
import type { Attempt } from '#lib/platform/db/query/query-context.server.ts';
import {
  dropPrivateCookie,
  readPrivateCookie,
  setPrivateCookie,
} from '#lib/platform/http/cookies/private-cookie.server.ts';
import { idempotencyKey } from '#lib/platform/http/endpoint/idempotency-key.ts';

const ATTEMPT_COOKIE = 'again';
const MAX_AGE_SECONDS = 600;

/**
 * Returns the attempt of the client's `Idempotency-Key`. If the request has no such header, returns the attempt in the
 * cookie if the same form was sent before with an unknown outcome, and a new attempt otherwise. Throws `invalid` for a
 * key that is too long.
 */
export function attemptOf(context: APIContext, fields: Record<string, unknown>): Attempt {
  const key = idempotencyKey(context.request);
  if (key) return { id: idOfKey(context, key), isRetry: false, hasCommitted: false };
  const [id, digest] =
    readPrivateCookie(context.cookies, context.locals.shop.settings, ATTEMPT_COOKIE)?.split('.') ?? [];
  const isRetry = id !== undefined && digest === digestOf(context, fields);
  return { id: isRetry ? id : randomBytes(18).toString('base64url'), isRetry, hasCommitted: false };
}

/** Stores the attempt in a cookie for ten minutes, so that sending the same form again continues the attempt. */
export function saveAttempt(context: APIContext, attempt: Attempt, fields: Record<string, unknown>): void {
  const value = `${attempt.id}.${digestOf(context, fields)}`;
  setPrivateCookie(context.cookies, context.locals.shop.settings, ATTEMPT_COOKIE, value, MAX_AGE_SECONDS);
}

/** Removes the cookie of an attempt that has succeeded. */
export function dropAttempt({ cookies, locals }: APIContext, attempt: Attempt): void {
  if (attempt.isRetry) dropPrivateCookie(cookies, locals.shop.settings, ATTEMPT_COOKIE);
}

/**
 * Returns the id of an attempt. The same key from another customer gets a different id. Guests are not distinguished
 * here, because a cookie may get lost; use cases such as `addToCart` add the id of the cart.
 */
function idOfKey({ locals: { session }, request, url }: APIContext, key: string): string {
  return hashOf([key, session?.customer.id ?? null, request.method, url.pathname]);
}

function digestOf({ request, url }: APIContext, fields: Record<string, unknown>): string {
  return hashOf([request.method, url.pathname, fields]);
}

function hashOf(parts: unknown[]): string {
  return hash('sha256', JSON.stringify(parts), 'base64url');
}
