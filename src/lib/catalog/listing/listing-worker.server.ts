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
  Question,
  ThreadMessage,
  ThreadRequest,
  ThreadSettings,
  ThreadStart,
} from '#lib/catalog/listing/listing-thread.server.ts';
import type { ListQuery } from '#lib/catalog/listing-index/facets/facets.ts';
import { type OrderedValues, orderedValues } from '#lib/catalog/listing-index/facets/ordered-values.ts';
import type { Standby } from '#lib/platform/db/standby/standby.server.ts';
import { ShopError } from '#lib/platform/errors/shop-error.ts';
import { compiledCode } from '#lib/platform/jobs/compiled-code.server.ts';

const MEMORY = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 4 };
export const LIST_TIMEOUT_MS = 5_000;
const MAX_WAITING = 200;
const RESTART_DELAY_MS = 1_000;

export const LISTS_ARE_PREPARED = 'The lists of goods are being prepared. Please try again in a moment.';

type ThreadResponse = FoundList | ListIds | FoundProductIds;

interface Waiting {
  resolve(response: ThreadResponse): void;
  reject(error: Error): void;
  timer: NodeJS.Timeout;
}

/** Runs the index in a thread, so that neither building nor querying blocks the server. */
export class ListingThread implements Listing {
  readonly #settings: ThreadSettings;
  readonly #log: Logger;
  readonly #standby: Standby | undefined;
  readonly #stopListening: (() => void) | undefined;
  readonly #waiting = new Map<number, Waiting>();
  #listsRead = Promise.withResolvers<void>();
  #read = Promise.withResolvers<void>();
  #worker: Worker | undefined;
  #isStopped = false;
  #nextId = 0;
  #ordered: OrderedValues = orderedValues([]);
  #isRead: 'nothing' | 'lists' | 'all' = 'nothing';

  constructor({ databaseUrl, databaseReadUrl, dataDir }: ThreadSettings, log: Logger, standby?: Standby) {
    this.#settings = { databaseUrl, databaseReadUrl, dataDir };
    this.#standby = standby;
    this.#stopListening = standby?.listen((known) => this.#worker?.postMessage({ known } satisfies ThreadRequest));
    this.#log = log;
    this.#start();
  }

  isReadFor(isSearch: boolean): boolean {
    return this.#isRead === 'all' || (!isSearch && this.#isRead === 'lists');
  }

  get listsRead(): Promise<void> {
    return this.#listsRead.promise;
  }

  /** Resolves when lists and searches are ready and warmed up. */
  get read(): Promise<void> {
    return this.#read.promise;
  }

  find(query: ListQuery, view: ListView): Promise<FoundList> {
    return this.#request({ query, view }) as Promise<FoundList>;
  }

  pick(query: ListQuery, perPage: number): Promise<ListIds> {
    return this.#request({ query, perPage }) as Promise<ListIds>;
  }

  search(term: string, max: number): Promise<FoundProductIds> {
    return this.#request({ term, max }) as Promise<FoundProductIds>;
  }

  #request(question: Question): Promise<ThreadResponse> {
    const isSearch = 'term' in question || question.query.search !== undefined;
    return new Promise((resolve, reject) => {
      if (!this.isReadFor(isSearch) || this.#waiting.size >= MAX_WAITING)
        throw new ShopError('busy', LISTS_ARE_PREPARED);
      const id = this.#nextId++;
      const timer = setTimeout(() => this.#settle(id)?.reject(busy()), LIST_TIMEOUT_MS);
      this.#waiting.set(id, { resolve, reject, timer });
      this.#worker?.postMessage({ id, ...question } satisfies ThreadRequest);
    });
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#stopListening?.();
    await this.#worker?.terminate();
  }

  #start(): void {
    const worker = new Worker(new URL('./listing-thread.server.ts', import.meta.url), {
      workerData: { ...this.#settings, known: this.#standby?.known } satisfies ThreadStart,
      resourceLimits: MEMORY,
      env: { ...process.env, ...compiledCode() },
    });
    worker.unref();
    worker.on('message', (message: ThreadMessage) => this.#handleMessage(message));
    worker.on('error', (error) => this.#log.error({ err: error }, 'listing thread failed'));
    worker.once('exit', () => this.#end());
    this.#worker = worker;
  }

  #handleMessage(message: ThreadMessage): void {
    if ('isRead' in message) {
      this.#isRead = message.isRead;
      this.#listsRead.resolve();
      if (message.isRead === 'all') this.#read.resolve();
      return;
    }
    if ('ordered' in message) {
      this.#ordered = message.ordered;
      return;
    }
    const waiting = this.#settle(message.id);
    if (!waiting) return;
    if ('list' in message) waiting.resolve(withFacets({ ...message.list, ordered: this.#ordered }));
    else if ('matches' in message) waiting.resolve(message.matches);
    else if ('picked' in message) waiting.resolve(message.picked);
    else waiting.reject(message.isUnavailable ? busy() : new Error(message.failure));
  }

  #settle(id: number): Waiting | undefined {
    const waiting = this.#waiting.get(id);
    clearTimeout(waiting?.timer);
    this.#waiting.delete(id);
    return waiting;
  }

  #end(): void {
    if (this.isReadFor(false)) this.#listsRead = Promise.withResolvers();
    if (this.isReadFor(true)) this.#read = Promise.withResolvers();
    this.#isRead = 'nothing';
    for (const id of [...this.#waiting.keys()]) this.#settle(id)?.reject(busy());
    if (!this.#isStopped) setTimeout(() => this.#isStopped || this.#start(), RESTART_DELAY_MS).unref();
  }
}

function busy(): ShopError {
  return new ShopError('busy', LISTS_ARE_PREPARED);
}
