import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';

/** `kept`: a response from the page cache. `moved`: a redirect to the canonical URL. */
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

/** The status that nginx logs for a client that has disconnected before the end of the response. */
const CLIENT_CLOSED_REQUEST = 499;

export interface TrackedRequest {
  routeClass: RouteClass;
  readonly requestId: string;
}

export interface HandledRequest extends TrackedRequest {
  method: string;
  /** The requested URL. It may contain secrets, so observers pass it only to `routeName`. */
  url: string;
  status: number;
  ms: number;
}

export type RequestObserver = (handledRequest: HandledRequest) => void;

/**
 * Counts responses from the page cache in the HTTP front, and times other requests if there is an observer for them.
 */
export class Traffic {
  readonly #observers: RequestObserver[] = [];
  #cacheObserver: { oneIn: number; observer: RequestObserver } | undefined;
  readonly cachedResponses = { full: 0, notModified: 0, other: 0 };
  /** The number of responses in `cachedResponses` that were stale. */
  staleCount = 0;
  /** The number of requests for shared pages that were not in the cache. */
  missCount = 0;
  readonly renders = { shared: { times: 0, ms: 0 }, personal: { times: 0, ms: 0 } };

  /** Calls the observer for every request except those that are answered from the page cache. */
  observe(observer: RequestObserver): void {
    this.#observers.push(observer);
  }

  /** Calls the observer for about one in `oneIn` of the requests that are answered from the page cache. */
  observeCached(oneIn: number, observer: RequestObserver): void {
    this.#cacheObserver = { oneIn, observer };
  }

  countCached({ method = '', url = '' }: IncomingMessage, status: number): void {
    if (status === 200) this.cachedResponses.full += 1;
    else if (status === 304) this.cachedResponses.notModified += 1;
    else this.cachedResponses.other += 1;
    if (!this.#cacheObserver || Math.random() * this.#cacheObserver.oneIn >= 1) return;
    this.#cacheObserver.observer({ routeClass: 'kept', requestId: randomUUID(), method, url, status, ms: 0 });
  }

  /** Times a request that is not answered from the page cache. The caller sets the `routeClass` of the result. */
  track({ method = '', url = '' }: IncomingMessage, res: ServerResponse): TrackedRequest {
    const trackedRequest: TrackedRequest = { routeClass: 'refused', requestId: randomUUID() };
    if (this.#observers.length === 0) return trackedRequest;
    const startedMs = performance.now();
    res.once('close', () => {
      const status = res.writableFinished ? res.statusCode : CLIENT_CLOSED_REQUEST;
      const handledRequest = { ...trackedRequest, method, url, status, ms: performance.now() - startedMs };
      for (const observer of this.#observers) observer(handledRequest);
    });
    return trackedRequest;
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
}
