import { createHash, randomBytes } from 'node:crypto';
import type { APIContext } from 'astro';
import type { Attempt } from '#lib/platform/db/asker.server.ts';
import { dropPrivateCookie, readPrivateCookie, setPrivateCookie } from '#lib/platform/http/private-cookie.server.ts';

const COOKIE = 'again';
const KEPT_SECONDS = 600;

/** The attempt that a request is: a new one, or again the one whose answer said that its end was not seen. */
export function attemptOf(context: APIContext, fields: Record<string, unknown>): Attempt {
  const [id, digest] = readPrivateCookie(context.cookies, context.locals.shop.settings, COOKIE)?.split('.') ?? [];
  const isAgain = id !== undefined && digest === digestOf(context, fields);
  return { id: isAgain ? id : randomBytes(18).toString('base64url'), isAgain, hasChanged: false };
}

/** By this cookie the same is known when it is sent again. */
export function keepAttempt(context: APIContext, attempt: Attempt, fields: Record<string, unknown>): void {
  const value = `${attempt.id}.${digestOf(context, fields)}`;
  setPrivateCookie(context.cookies, context.locals.shop.settings, COOKIE, value, KEPT_SECONDS);
}

/** What is sent after a success is meant anew. */
export function dropAttempt({ cookies, locals }: APIContext, attempt: Attempt): void {
  if (attempt.isAgain) dropPrivateCookie(cookies, locals.shop.settings, COOKIE);
}

function digestOf({ request, url }: APIContext, fields: Record<string, unknown>): string {
  const asked = [request.method, url.pathname, fields];
  return createHash('sha256').update(JSON.stringify(asked)).digest('base64url');
}
