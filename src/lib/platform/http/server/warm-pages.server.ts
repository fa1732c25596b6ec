import { randomUUID } from 'node:crypto';
import { setImmediate as othersTurn } from 'node:timers/promises';
import { UNKNOWN_NETWORKS } from '#lib/platform/http/network/network.ts';
import { sharedRequest } from '#lib/platform/http/pages/render-answer.server.ts';
import { encodedBody, finishPage } from '#lib/platform/http/pages/stored-page.server.ts';
import type { FrontOptions } from '#lib/platform/http/server/front-options.server.ts';

const TURNS = 8;

type Parts = Pick<FrontOptions, 'shop' | 'routes' | 'pages' | 'compressor'>;

/** Draws and packs pages for nobody: who came first would wait three times as long for code that never ran. */
export async function warmPages({ shop, routes, pages, compressor }: Parts): Promise<void> {
  const draw = await pages;
  const { host } = new URL(shop.settings.siteUrl);
  for (const address of Array.from({ length: TURNS }, (_, at) => addresses(at + 1)).flat()) {
    const locals = { shop, routes, requestId: randomUUID(), networks: UNKNOWN_NETWORKS };
    const answer = await shop.db.context.allowingStale(() => draw(sharedRequest(address, host), locals));
    if (answer) await encodedBody(finishPage(answer, undefined, shop.now(), []), 'br', compressor);
    await othersTurn();
  }
}

/** Too short a term is answered without the words, which may not be read yet. */
function addresses(page: number): string[] {
  return [`/products?page=${page}`, `/public/product?page=${page}`, `/public/search/all?search=${page}`];
}
