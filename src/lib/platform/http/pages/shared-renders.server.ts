import { performance } from 'node:perf_hooks';
import { FairSemaphore, TIMED_OUT } from '#lib/platform/concurrency/fair-semaphore.ts';
import { joinRunning } from '#lib/platform/concurrency/join-running.ts';
import type { ContentCoding } from '#lib/platform/http/encoding/content-coding.server.ts';
import type { Network } from '#lib/platform/http/network/network.ts';
import type { StoredPage } from '#lib/platform/http/pages/stored-page.server.ts';

/**
 * Two, so that one page can be rendered while another one is compressed or needs the database. More pages at a time
 * would only cost memory.
 */
const MAX_CONCURRENT = 2;
const MAX_WAITING = 400;
/** A client that has waited longer than this gets a 503 with Retry-After (product.md, "Limits for visitors"). */
export const MAX_WAIT_MS = 2_000;

/**
 * `first`: the visitor has the cookie of a cart. `last`: the visitor's network has requested many pages, so this page
 * is rendered only when no other client is waiting. `normal`: neither.
 */
export type Priority = 'first' | 'normal' | 'last';
const PRIORITIES: readonly Priority[] = ['first', 'normal', 'last'];

interface Client {
  network: Network;
  coding: ContentCoding;
  priority: Priority;
}

/** `key` is the key of `SharedPages`; `coding` is the coding of the client for which the page was queued. */
type Render = (key: string, coding: ContentCoding) => Promise<StoredPage>;

interface Rendering {
  client: Client;
  page: Promise<StoredPage | undefined | typeof TIMED_OUT>;
}

/**
 * Returns a function that renders shared pages. A page is rendered once for all clients that wait for it. The function
 * returns the rendered page. It returns undefined if too many pages are queued for the client's network, and
 * `TIMED_OUT` after `MAX_WAIT_MS`. It throws if rendering fails.
 */
export function sharedRenderer(render: Render) {
  const semaphore = new FairSemaphore(MAX_CONCURRENT, MAX_WAITING);
  /** For each key, the rendering that will end next. It may not have started yet. */
  const renderings = new Map<string, Rendering>();
  const startedPages = new Map<string, Promise<StoredPage>>();

  function join(key: string, client: Client, deadlineMs: number): Rendering {
    const existingRendering = renderings.get(key);
    if (existingRendering && (startedPages.has(key) || !hasHigherPriority(client, existingRendering.client)))
      return existingRendering;
    const waitOptions = {
      origin: client.network,
      // Bots follow filter links; people on the same network start with URLs without a query.
      isLowPriority: client.priority !== 'first' && key.includes('?'),
      isBackground: client.priority === 'last',
      maxWaitMs: deadlineMs - performance.now(),
    };
    // The page is rendered once, although it may be queued twice, for clients of different priority.
    const renderOnce = () => joinRunning(startedPages, key, () => render(key, client.coding));
    const page = semaphore.run(waitOptions, renderOnce).finally(() => {
      if (renderings.get(key) === rendering) renderings.delete(key);
    });
    const rendering = { client, page };
    renderings.set(key, rendering);
    return rendering;
  }

  return async (key: string, client: Client): Promise<Awaited<Rendering['page']>> => {
    const deadlineMs = performance.now() + MAX_WAIT_MS;
    const rendering = join(key, client, deadlineMs);
    const page = await rendering.page;
    if (page && page !== TIMED_OUT) return page;
    if (rendering.client === client || (!page && hasSameNetworkAndPriority(client, rendering.client))) return page;
    // Load from another network, or a wait that another client began earlier, is no reason to refuse this client.
    return performance.now() < deadlineMs ? join(key, client, deadlineMs).page : TIMED_OUT;
  };
}

function hasSameNetworkAndPriority(client: Client, otherClient: Client): boolean {
  return client.network === otherClient.network && client.priority === otherClient.priority;
}

function hasHigherPriority(client: Client, otherClient: Client): boolean {
  return PRIORITIES.indexOf(client.priority) < PRIORITIES.indexOf(otherClient.priority);
}
