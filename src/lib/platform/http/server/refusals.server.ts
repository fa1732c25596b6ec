import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { sendPlain } from '#lib/platform/http/server/send-response.server.ts';

const BUSY_DELAY_MS = 1_000;
const RETRY_AFTER_S = 2;
export const BUSY = 'The shop is very busy. Please try again in a moment.';

/** Sends a 405 with the methods that the path supports (RFC 9110, 15.5.6). */
export function sendNotAllowed(req: IncomingMessage, res: ServerResponse, methods: readonly string[]): void {
  res.setHeader('allow', methods.join(', '));
  sendRefusal(req, res, 405, 'This URL does not support this method.');
}

export function sendRefusal(
  req: IncomingMessage,
  res: ServerResponse,
  status: number,
  message: string,
  retryAfterS = RETRY_AFTER_S,
): void {
  if (status === 503 || status === 429) res.setHeader('retry-after', retryAfterS);
  sendPlain(req, res, status, message);
}

/** Sends a 503 without a delay, because the client has already waited. */
export function sendTimedOut(req: IncomingMessage, res: ServerResponse): void {
  sendRefusal(req, res, 503, BUSY);
}

/**
 * Sends the refusal after a delay. Bots that are refused immediately also retry immediately, and their requests would
 * keep the shop busy.
 */
export async function sendBusy(req: IncomingMessage, res: ServerResponse, status: 429 | 503): Promise<void> {
  await wait(BUSY_DELAY_MS);
  sendRefusal(req, res, status, BUSY);
}
