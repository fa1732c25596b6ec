import { setTimeout as wait } from 'node:timers/promises';
import type { ServerListing } from '#lib/listing/server-listing.server.ts';
import type { RequestHandler } from '#lib/platform/http/front-options.server.ts';

const LIST_PATHS = new Set(['/products', '/search', '/public/product']);
const WAITING_AT_MOST = 1_000;
const MOST_MS = 5_000;

/** Where those who want a list wait until lists are quick: here, so that they take no place from those who want a page. */
export function listingHandler(listing: ServerListing): RequestHandler {
  let waiting = 0;
  return async (req) => {
    if (listing.isReady || waiting >= WAITING_AT_MOST || !LIST_PATHS.has(pathOf(req.url))) return false;
    waiting++;
    const isOver = new AbortController();
    // Ended before its time.
    const timeLimit = wait(MOST_MS, undefined, { signal: isOver.signal }).catch(() => {});
    await Promise.race([listing.ready(), timeLimit]);
    isOver.abort();
    waiting--;
    return false;
  };
}

function pathOf(url = '/'): string {
  return url.split('?', 1)[0] ?? '/';
}
