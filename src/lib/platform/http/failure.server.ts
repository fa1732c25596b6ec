import type { APIContext } from 'astro';
import { isDatabaseUnavailable } from '#lib/platform/db/query/unavailable.server.ts';
import { isShopError } from '#lib/platform/errors/shop-error.ts';
import { isFileError } from '#lib/platform/files/storage/upload.ts';
import { isClientDisconnected } from '#lib/platform/http/client-disconnected.ts';
import type { Shop } from '#lib/platform/shop.server.ts';

export type FailureKind = 'refusal' | 'client_gone' | 'upstream_unavailable' | 'database_unavailable' | 'bug';

/**
 * Returns the kind of an error. Checks the class of the error first, because socket error codes are the same for
 * clients, gateways and the database.
 */
export function failureKind(error: unknown): FailureKind {
  if (isClientDisconnected(error)) return 'client_gone';
  if (isShopError(error) || isFileError(error)) return error.code === 'busy' ? 'upstream_unavailable' : 'refusal';
  return isDatabaseUnavailable(error) ? 'database_unavailable' : 'bug';
}

/** The status of the response to each kind of failure. A refusal that no page has handled is a bug. */
export const STATUS_OF: Record<FailureKind, 400 | 500 | 503> = {
  refusal: 500,
  client_gone: 400,
  upstream_unavailable: 503,
  database_unavailable: 503,
  bug: 500,
};

/** Returns the message of the response after a bug. The owner can find the request id in the log. */
export function bugMessage(requestId: string): string {
  return `Something broke on our side. Please try again. (${requestId})`;
}

export interface FailedRequest {
  /** The pattern of the route, never the requested URL, which may contain personal data. */
  route: string;
  method: string;
  status: number;
  requestId: string;
}

/** Logs a failure. Does not log refusals, which are expected. */
export function logFailure(log: Shop['log'], request: FailedRequest, error: unknown, kind = failureKind(error)): void {
  if (kind === 'refusal') return;
  const err = kind === 'upstream_unavailable' && error instanceof Error ? (error.cause ?? error) : error;
  const line = { failure: kind, ...request, err };
  if (kind === 'bug') log.error(line, 'a request failed because of a bug');
  else if (kind === 'client_gone') log.debug(line, 'the client disconnected');
  else log.warn(line, 'a request failed because of a dependency');
}

export function failedRequest({ routePattern, request, locals }: APIContext, status: number): FailedRequest {
  return { route: routePattern, method: request.method, status, requestId: locals.requestId };
}
