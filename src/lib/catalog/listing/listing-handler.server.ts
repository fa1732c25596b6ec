import { LIST_TIMEOUT_MS } from '#lib/catalog/listing/listing-worker-client.server.ts';
import type { ServerListing } from '#lib/catalog/listing/server-listing.server.ts';
import { deadlineIn, within } from '#lib/platform/db/query/deadline.server.ts';
import { pathOf } from '#lib/platform/http/guards.server.ts';
import type { RequestHandler } from '#lib/platform/http/request-handler.ts';

const LIST_PATHS = new Set(['/products', '/public/product']);
const SEARCH_PATHS = new Set(['/search', '/public/search/all']);
const MAX_WAITING_REQUESTS = 1_000;

/**
 * Returns a handler that delays requests for lists and searches until the index is loaded, but for no longer than
 * `LIST_TIMEOUT_MS`, so that these requests do not occupy rendering slots that other pages need.
 */
export function listingHandler(listing: ServerListing): RequestHandler {
  let waitingCount = 0;
  return async (req) => {
    const url = req.url ?? '/';
    const path = pathOf(url);
    const isSearch = SEARCH_PATHS.has(path) || (LIST_PATHS.has(path) && /[?&]search=/.test(url));
    if (!isSearch && !LIST_PATHS.has(path)) return false;
    if (!listing.mustWait(isSearch) || waitingCount >= MAX_WAITING_REQUESTS) return false;
    waitingCount++;
    await within(deadlineIn(LIST_TIMEOUT_MS), listing.untilLoaded(isSearch));
    waitingCount--;
    return false;
  };
}
