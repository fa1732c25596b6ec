import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { noteFailure } from '#lib/platform/http/front-failure.server.ts';
import type { FrontOptions } from '#lib/platform/http/front-options.server.ts';
import { clientAddress, isUntidy, pathOf, refusalFor, tidied, withoutNul } from '#lib/platform/http/guards.server.ts';
import { PersonalAnswers } from '#lib/platform/http/personal-answers.server.ts';
import { type HeaderPairs, Refusals } from '#lib/platform/http/refusals.server.ts';
import { securityHeaders } from '#lib/platform/http/security-headers.server.ts';
import { sendMoved, sendStored } from '#lib/platform/http/send-answer.server.ts';
import { SharedPages } from '#lib/platform/http/shared-pages.server.ts';
import { WriteLimit } from '#lib/platform/http/write-limit.server.ts';

export function createFront(options: FrontOptions): RequestListener {
  const { shop, routes, handlers, compressor } = options;
  const commonHeaders = securityHeaders(shop.settings);
  const commonPairs = pairs(commonHeaders);
  const refusals = new Refusals(commonPairs);
  const sharedPages = new SharedPages(options, commonHeaders);
  const personalAnswers = new PersonalAnswers(options, refusals);
  const writeLimit = new WriteLimit(shop.now);

  return async (req, res) => {
    try {
      await answer(req, res);
    } catch (error) {
      const { status, message } = noteFailure(shop.log, req, error);
      if (status === undefined) res.destroy();
      else refusals.send(req, res, status, message);
    }
  };

  async function answer(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const refusal = refusalFor(req, shop.settings);
    if (refusal) return refusals.send(req, res, refusal.status, refusal.message);
    req.url = withoutNul(req.url ?? '/');
    const isRead = req.method === 'GET' || req.method === 'HEAD';
    const ready = isRead ? sharedPages.ready(req) : undefined;
    if (ready) return sendStored(req, res, ready, compressor);
    for (const [name, value] of commonPairs) res.setHeader(name, value);
    if (isRead && isUntidy(req.url)) return sendMoved(res, tidied(req.url));
    for (const handler of handlers) if (await handler(req, res)) return;
    if (isRead && routes.isShared(pathOf(req.url))) return answerShared(req, res);
    if (!isRead && !writeLimit.allows(clientAddress(req, shop.settings.trustedProxies)))
      return refusals.send(req, res, 429, 'That was a lot at once. Please wait a minute and try again.', 60);
    return personalAnswers.answer(req, res);
  }

  async function answerShared(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const address = sharedPages.addressOf(req.url ?? '/');
    if (address === undefined) return refusals.send(req, res, 414, 'The address is too long.');
    const page = await sharedPages.rendered(address, req);
    if (!page) return refusals.sendBusy(req, res, 429);
    return sendStored(req, res, page, compressor);
  }
}

function pairs(flat: string[]): HeaderPairs {
  return Array.from({ length: flat.length / 2 }, (_, i) => [flat[2 * i] ?? '', flat[2 * i + 1] ?? ''] as const);
}
