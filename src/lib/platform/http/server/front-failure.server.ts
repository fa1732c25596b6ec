import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { isFileError } from '#lib/platform/files/storage/upload.ts';
import { bugMessage, failureKind, logFailure, STATUS_OF } from '#lib/platform/http/failure.server.ts';
import { pathOf } from '#lib/platform/http/guards.server.ts';
import type { RouteTable } from '#lib/platform/http/route-table.ts';
import { SERVICE_UNAVAILABLE } from '#lib/platform/http/unavailable-page.server.ts';
import type { Shop } from '#lib/platform/shop.server.ts';

/** The beginnings of paths without a route, such as those of files and feeds. Only this part may be logged. */
const LOGGABLE_PREFIXES =
  /^\/(account|auth|back-in-stock|cart|checkout|feeds|frontend|newsletter|og|orders|pictures|products?|public|sitemap)\b/;

/**
 * Logs an error and returns the status and the message to send. The status is undefined if the client has disconnected.
 */
export function logFrontFailure(
  log: Shop['log'],
  { method = '', url = '' }: IncomingMessage,
  error: unknown,
  { requestId = randomUUID(), routes }: { requestId?: string; routes: RouteTable },
): { status?: number; message: string } {
  const kind = failureKind(error);
  const status = STATUS_OF[kind];
  const route = routes.patternOf(pathOf(url)) ?? LOGGABLE_PREFIXES.exec(url)?.[0] ?? '/…';
  logFailure(log, { route, method, status, requestId }, error, kind === 'refusal' ? 'bug' : kind);
  if (kind === 'client_gone') return { message: '' };
  if (kind === 'upstream_unavailable' && isFileError(error)) return { status, message: error.message };
  if (status === 503) return { status, message: SERVICE_UNAVAILABLE };
  return { status, message: bugMessage(requestId) };
}
