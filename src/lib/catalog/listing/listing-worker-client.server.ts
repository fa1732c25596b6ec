import { Worker } from 'node:worker_threads';
import type { Logger } from 'pino';
import type { ListView } from '#lib/catalog/listing/list-query.ts';
import {
  type FoundList,
  type FoundProductIds,
  type ListIds,
  type Listing,
  withFacets,
} from '#lib/catalog/listing/listing.server.ts';
import type {
  ListingRequest,
  WorkerMessage,
  WorkerRequest,
  WorkerSettings,
  WorkerStart,
} from '#lib/catalog/listing/listing-worker.server.ts';
import type { ListQuery } from '#lib/catalog/listing-index/facets/facets.ts';
import { type OrderedValues, orderedValues } from '#lib/catalog/listing-index/facets/ordered-values.ts';
import type { Standby } from '#lib/platform/db/standby/standby.server.ts';
import { ShopError } from '#lib/platform/errors/shop-error.ts';
import { compileCacheEnv } from '#lib/platform/jobs/compile-cache.server.ts';

const MEMORY_LIMITS = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 4 };
export const LIST_TIMEOUT_MS = 5_000;
const MAX_PENDING_REQUESTS = 200;
const RESTART_DELAY_MS = 1_000;

export const LISTS_LOADING = 'The product lists are being prepared. Please try again in a moment.';

type WorkerResponse = FoundList | ListIds | FoundProductIds;

interface PendingRequest extends Pick<PromiseWithResolvers<WorkerResponse>, 'resolve' | 'reject'> {
  timer: NodeJS.Timeout;
}

/** Runs the index in a thread, so that neither building nor querying the index blocks the server. */
export class ListingWorkerClient implements Listing {
  readonly #settings: WorkerSettings;
  readonly #log: Logger;
  readonly #standby: Standby | undefined;
  readonly #stopListening: (() => void) | undefined;
  readonly #pendingRequests = new Map<number, PendingRequest>();
  #listsLoaded = Promise.withResolvers<void>();
  #allLoaded = Promise.withResolvers<void>();
  #worker: Worker | undefined;
  #isStopped = false;
  #nextId = 0;
  #orderedValues: OrderedValues = orderedValues([]);
  #loaded: 'nothing' | 'lists' | 'all' = 'nothing';

  constructor({ databaseUrl, databaseReadUrl, dataDir }: WorkerSettings, log: Logger, standby?: Standby) {
    this.#settings = { databaseUrl, databaseReadUrl, dataDir };
    this.#standby = standby;
    this.#stopListening = standby?.listen((bound) => this.#worker?.postMessage({ bound } satisfies WorkerRequest));
    this.#log = log;
    this.#start();
  }

  isLoadedFor(isSearch: boolean): boolean {
    return this.#loaded === 'all' || (!isSearch && this.#loaded === 'lists');
  }

  get listsLoaded(): Promise<void> {
    return this.#listsLoaded.promise;
  }

  /** Resolves when lists and searches are ready and warmed up. */
  get allLoaded(): Promise<void> {
    return this.#allLoaded.promise;
  }

  find(query: ListQuery, view: ListView): Promise<FoundList> {
    return this.#request({ query, view }) as Promise<FoundList>;
  }

  findIds(query: ListQuery, perPage: number): Promise<ListIds> {
    return this.#request({ query, perPage }) as Promise<ListIds>;
  }

  search(term: string, max: number): Promise<FoundProductIds> {
    return this.#request({ term, max }) as Promise<FoundProductIds>;
  }

  #request(request: ListingRequest): Promise<WorkerResponse> {
    const isSearch = 'term' in request || request.query.search !== undefined;
    return new Promise((resolve, reject) => {
      if (!this.isLoadedFor(isSearch) || this.#pendingRequests.size >= MAX_PENDING_REQUESTS) throw busyError();
      const id = this.#nextId++;
      const timer = setTimeout(() => this.#takePending(id)?.reject(busyError()), LIST_TIMEOUT_MS);
      this.#pendingRequests.set(id, { resolve, reject, timer });
      this.#worker?.postMessage({ id, ...request } satisfies WorkerRequest);
    });
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#stopListening?.();
    await this.#worker?.terminate();
  }

  #start(): void {
    const worker = new Worker(new URL('./listing-worker.server.ts', import.meta.url), {
      workerData: { ...this.#settings, bound: this.#standby?.bound } satisfies WorkerStart,
      resourceLimits: MEMORY_LIMITS,
      env: { ...process.env, ...compileCacheEnv() },
    });
    worker.unref();
    worker.on('message', (message: WorkerMessage) => this.#handleMessage(message));
    worker.on('error', (error) => this.#log.error({ err: error }, 'listing thread failed'));
    worker.once('exit', () => this.#handleExit());
    this.#worker = worker;
  }

  #handleMessage(message: WorkerMessage): void {
    if ('loaded' in message) {
      this.#loaded = message.loaded;
      this.#listsLoaded.resolve();
      if (message.loaded === 'all') this.#allLoaded.resolve();
      return;
    }
    if ('orderedValues' in message) {
      this.#orderedValues = message.orderedValues;
      return;
    }
    const pendingRequest = this.#takePending(message.id);
    if (!pendingRequest) return;
    if ('list' in message) pendingRequest.resolve(withFacets({ ...message.list, orderedValues: this.#orderedValues }));
    else if ('result' in message) pendingRequest.resolve(message.result);
    else pendingRequest.reject(message.isUnavailable ? busyError() : new Error(message.failure));
  }

  #takePending(id: number): PendingRequest | undefined {
    const pendingRequest = this.#pendingRequests.get(id);
    clearTimeout(pendingRequest?.timer);
    this.#pendingRequests.delete(id);
    return pendingRequest;
  }

  #handleExit(): void {
    if (this.isLoadedFor(false)) this.#listsLoaded = Promise.withResolvers();
    if (this.isLoadedFor(true)) this.#allLoaded = Promise.withResolvers();
    this.#loaded = 'nothing';
    for (const id of [...this.#pendingRequests.keys()]) this.#takePending(id)?.reject(busyError());
    if (!this.#isStopped) setTimeout(() => this.#isStopped || this.#start(), RESTART_DELAY_MS).unref();
  }
}

function busyError(): ShopError {
  return new ShopError('busy', LISTS_LOADING);
}
