import { randomUUID } from 'node:crypto';
import { setImmediate as nextTask } from 'node:timers/promises';
import { BROTLI } from '#lib/platform/http/encoding/content-coding.server.ts';
import { UNKNOWN_NETWORKS } from '#lib/platform/http/network/network.ts';
import { sharedRequest } from '#lib/platform/http/pages/rendered-response.server.ts';
import { encodedBody, finishPage } from '#lib/platform/http/pages/stored-page.server.ts';
import type { FrontOptions } from '#lib/platform/http/server/front-options.server.ts';

const ROUNDS = 8;

type WarmUpOptions = Pick<FrontOptions, 'shop' | 'routes' | 'pageRenderer' | 'compressor'>;

/**
 * Renders and compresses some pages before the first visitor arrives, because code takes three times as long when it
 * first runs.
 */
export async function warmPages({ shop, routes, pageRenderer, compressor }: WarmUpOptions): Promise<void> {
  const render = await pageRenderer;
  const { host } = new URL(shop.settings.siteUrl);
  for (const url of Array.from({ length: ROUNDS }, (_, index) => warmUpUrls(index + 1)).flat()) {
    const locals = { shop, routes, requestId: randomUUID(), networks: UNKNOWN_NETWORKS };
    const response = await shop.db.context.withStaleReads(() => render(sharedRequest(url, host), locals));
    if (response) await encodedBody(finishPage(response, undefined, shop.now(), []), BROTLI, compressor);
    await nextTask();
  }
}

/** Returns URLs with search terms that are too short for a search in the index, which may not be loaded yet. */
function warmUpUrls(page: number): string[] {
  return [`/products?page=${page}`, `/public/product?page=${page}`, `/public/search/all?search=${page}`];
}
