import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { parseListQuery, webPageView } from '#lib/catalog/listing/list-query.ts';
import type { CatalogueIndex } from '#lib/catalog/listing/listing.server.ts';
import { priceRange } from '#lib/catalog/listing/price-steps.server.ts';
import type { ShopDatabase } from '#lib/platform/db/db.server.ts';

const POLL_MS = 500;

/** Loads the listing index, then the word index, then polls for changes, so that visitors rarely wait for an update. */
export class CatalogueIndexer {
  readonly #db: ShopDatabase;
  readonly #index: CatalogueIndex;
  readonly #stopsOnceLoaded: boolean;
  readonly #listsLoaded = Promise.withResolvers<void>();
  readonly #allLoaded = Promise.withResolvers<void>();
  #warmUp: Promise<void> | undefined;
  #timer: NodeJS.Timeout | undefined;
  #isStopped = false;

  /**
   * With `stopsOnceLoaded`, the indexer does not poll after loading: `catchUp` reads later changes, which takes
   * milliseconds.
   */
  constructor(db: ShopDatabase, index: CatalogueIndex, stopsOnceLoaded = false) {
    this.#db = db;
    this.#index = index;
    this.#stopsOnceLoaded = stopsOnceLoaded;
    void this.#poll();
  }

  /** Resolves when lists are ready. Searches may not be ready yet. */
  get listsLoaded(): Promise<void> {
    return this.#listsLoaded.promise;
  }

  /** Resolves when lists and searches are ready and warmed up. */
  get allLoaded(): Promise<void> {
    return this.#allLoaded.promise;
  }

  /** Updates the listing index and, for a search, the word index, which is warmed up at the first search. */
  async catchUp(isSearch: boolean, knownVersion?: number): Promise<void> {
    await this.#index.catchUp(isSearch, knownVersion);
    if (!isSearch) return;
    // A failure of the warm-up is ignored, because its results are not needed.
    this.#warmUp ??= warmUp(this.#index).catch(() => {});
    await this.#warmUp;
  }

  stop(): void {
    this.#isStopped = true;
    clearTimeout(this.#timer);
  }

  async #poll(): Promise<void> {
    let isLoaded = false;
    try {
      await this.#db.context.withStaleReads(async () => {
        await this.catchUp(false);
        this.#listsLoaded.resolve();
        await this.catchUp(true);
      });
      isLoaded = true;
      this.#allLoaded.resolve();
    } catch {
      // The next poll retries the loading. Until then, requests report the error themselves.
    }
    if (isLoaded && this.#stopsOnceLoaded) return;
    if (!this.#isStopped) this.#timer = setTimeout(() => this.#poll(), POLL_MS);
  }
}

const WARM_UP_WORDS = 2;
const WARM_UP_RESULTS = 8;
const ALL_PRICES = priceRange({});
const WARM_UP_VIEW = webPageView(ALL_PRICES);

/** Runs typical searches, because code takes three times as long until the JIT has compiled it. */
async function warmUp(index: CatalogueIndex): Promise<void> {
  const words = index.wordIndex.mostFrequentWords(WARM_UP_WORDS);
  for (const [position, word] of words.entries()) {
    const nextWord = words[(position + 1) % words.length]!;
    for (const term of [word, `${word} ${nextWord}`, swapLetters(word), word.slice(0, -1)]) {
      await index.search(term, WARM_UP_RESULTS);
      await yieldToEventLoop();
      const query = parseListQuery(new URLSearchParams({ search: `${nextWord} ${term}` }), ALL_PRICES);
      await index.count(query, WARM_UP_VIEW);
      await yieldToEventLoop();
    }
  }
}

function swapLetters(word: string): string {
  const [first = '', second = '', third = ''] = word;
  return first + third + second + word.slice(3);
}
