import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';

export type RouteClass =
  | 'kept'
  | 'page'
  | 'personal'
  | 'write'
  | 'picture'
  | 'feed'
  | 'file'
  | 'moved'
  | 'health'
  | 'refused';

/** The client disconnected before the response; the status that nginx uses. */
const CLIENT_GONE = 499;

export interface TrackedRequest {
  routeClass: RouteClass;
  readonly requestId: string;
}

export interface HandledRequest extends TrackedRequest {
  method: string;
  /** The requested address. It may contain secrets, so it is only passed to the route table. */
  url: string;
  status: number;
  ms: number;
}

export type RequestObserver = (handled: HandledRequest) => void;

/**
 * Counts requests in the front server. A cached page costs one addition; other requests are timed only if there
 * is a listener.
 */
export class Traffic {
  readonly #listeners: RequestObserver[] = [];
  #cachedListener: { oneIn: number; observer: RequestObserver } | undefined;
  readonly cached = { whole: 0, unchanged: 0, other: 0 };
  /** How many of the cached responses were stale. */
  stale = 0;
  misses = 0;
  readonly renders = { shared: { times: 0, ms: 0 }, personal: { times: 0, ms: 0 } };

  /** Called for every request except those handled from the page cache. */
  listen(listener: RequestObserver): void {
    this.#listeners.push(listener);
  }

  listenToCached(oneIn: number, observer: RequestObserver): void {
    this.#cachedListener = { oneIn, observer };
  }

  countCached(req: IncomingMessage, status: number): void {
    if (status === 200) this.cached.whole += 1;
    else if (status === 304) this.cached.unchanged += 1;
    else this.cached.other += 1;
    if (this.#cachedListener) this.#reportCached(req, status, this.#cachedListener);
  }

  track({ method = '', url = '' }: IncomingMessage, res: ServerResponse): TrackedRequest {
    const tracked: TrackedRequest = { routeClass: 'refused', requestId: randomUUID() };
    if (this.#listeners.length === 0) return tracked;
    const startedMs = performance.now();
    res.once('close', () => {
      const status = res.writableFinished ? res.statusCode : CLIENT_GONE;
      const handled = { ...tracked, method, url, status, ms: performance.now() - startedMs };
      for (const listener of this.#listeners) listener(handled);
    });
    return tracked;
  }

  async measureRender<T>(kind: keyof Traffic['renders'], render: () => Promise<T>): Promise<T> {
    const startedMs = performance.now();
    try {
      return await render();
    } finally {
      this.renders[kind].times += 1;
      this.renders[kind].ms += performance.now() - startedMs;
    }
  }

  #reportCached(
    { method = '', url = '' }: IncomingMessage,
    status: number,
    listener: { oneIn: number; observer: RequestObserver },
  ) {
    if (Math.random() * listener.oneIn >= 1) return;
    listener.observer({ routeClass: 'kept', requestId: randomUUID(), method, url, status, ms: 0 });
  }
}
