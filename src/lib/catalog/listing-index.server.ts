import { setImmediate as breathe } from 'node:timers/promises';
import { countBits } from '#lib/catalog/bitset.ts';
import type { Sort } from '#lib/catalog/catalog.ts';
import { filterKey, type ListFilter, type ListingSource, type ListTotals } from '#lib/catalog/listing-filter.ts';
import { type MatchedSegment, pageOf } from '#lib/catalog/listing-page.ts';
import { type ListingRow, ListingSegment } from '#lib/catalog/listing-segment.ts';
import { sqlListing } from '#lib/catalog/listing-sql.server.ts';
import { matchAndCount } from '#lib/catalog/listing-totals.ts';
import type { ShopDatabase } from '#lib/db/db.server.ts';
import type { FacetValueTable } from '#lib/db/tables.ts';

const ROWS_AT_ONCE = 2_000;
/** Answers kept; at a million products each holds 125 kB of bits. */
const ANSWERS_KEPT = 200;
/** Above this the index would take hundreds of megabytes: such a shop lists by SQL. */
const MOST_PRODUCTS = 2_000_000;
/** A catalogue of this size is indexed before its first list is answered. */
const BUILT_AT_ONCE = 5_000;

interface Answer extends ListTotals {
  parts: MatchedSegment[];
}

export interface FreshListing {
  values: FacetValueTable[];
  source: ListingSource;
}

/** The listing as it is now: by the index when it is built, by SQL until then. */
export function freshListing(db: ShopDatabase): Promise<FreshListing> {
  return db.keep('listing-index', () => new ListingIndex(db)).fresh();
}

/** Builds the index in the background of a server that starts, a few milliseconds at a time. */
export function warmListing(db: ShopDatabase): Promise<void> {
  return db.keep('listing-index', () => new ListingIndex(db)).refresh();
}

/**
 * All active products as bits in memory: exact totals and counts in a few milliseconds at any size. It follows the
 * catalogue's version, which every change of whatever process raises, and reads only the products that changed since.
 */
export class ListingIndex implements ListingSource {
  readonly #db: ShopDatabase;
  #segments: ListingSegment[] = [];
  #values = new Map<number, FacetValueTable>();
  #version = -1;
  #refreshing: Promise<void> | undefined;
  readonly #answers = new Map<string, Answer>();

  constructor(db: ShopDatabase) {
    this.#db = db;
  }

  async fresh(): Promise<FreshListing> {
    const version = await this.#currentVersion();
    const isWorthWaiting = this.#version !== -1 || (await this.#productCount()) <= BUILT_AT_ONCE;
    // A reading that others began may be of an older version than this list must show.
    while (isWorthWaiting && this.#version < version) await this.refresh();
    // Until the first reading is done, SQL answers; should it fail, the next list begins it anew.
    if (!isWorthWaiting) this.refresh().catch(() => {});
    if (this.#version === -1) return { values: await readValues(this.#db), source: sqlListing(this.#db) };
    return { values: [...this.#values.values()], source: this };
  }

  /** Reads what changed; callers that come meanwhile wait for the same reading. */
  async refresh(): Promise<void> {
    this.#refreshing ??= this.#read().finally(() => {
      this.#refreshing = undefined;
    });
    await this.#refreshing;
  }

  async totals(filter: ListFilter): Promise<ListTotals> {
    return this.#answer(filter);
  }

  async page(filter: ListFilter, sort: Sort, offset: number, limit: number): Promise<number[]> {
    return pageOf(this.#answer(filter).parts, sort, offset, limit);
  }

  #answer(filter: ListFilter): Answer {
    const key = filterKey(filter);
    const kept = this.#answers.get(key);
    if (kept) return kept;
    const counts = new Map<number, number>();
    const kindOf = (id: number) => this.#values.get(id)?.kind;
    const parts = this.#segments.map((segment) => {
      const match = matchAndCount(segment, filter, kindOf, counts);
      return { segment, match, count: countBits(match) };
    });
    const answer = { total: parts.reduce((sum, part) => sum + part.count, 0), counts, parts };
    this.#answers.set(key, answer);
    const oldest = this.#answers.size > ANSWERS_KEPT ? this.#answers.keys().next() : undefined;
    if (oldest && !oldest.done) this.#answers.delete(oldest.value);
    return answer;
  }

  async #read(): Promise<void> {
    const since = this.#version;
    if (since === -1 && (await this.#productCount()) > MOST_PRODUCTS) return;
    const version = await this.#currentVersion();
    const values = new Map((await readValues(this.#db)).map((value) => [value.id, value]));
    const { changed, rows } = since === -1 ? await this.#everything() : await this.#changes(since);
    // From here to the end nothing waits, so that no list sees half of the change.
    for (const id of changed) for (const segment of this.#segments) segment.kill(id);
    if (rows.length > 0) this.#segments.push(new ListingSegment(rows));
    this.#merge();
    this.#values = values;
    this.#version = version;
    this.#answers.clear();
  }

  /** Keeps few segments: each at least four times as large as the next. */
  #merge(): void {
    for (;;) {
      const [last, previous] = [this.#segments.at(-1), this.#segments.at(-2)];
      if (!last || !previous || previous.size > last.size * 4) return;
      const rows = [...previous.rows(), ...last.rows()].sort((a, b) => a.id - b.id);
      this.#segments.splice(-2, 2, new ListingSegment(rows));
    }
  }

  async #everything(): Promise<{ changed: number[]; rows: ListingRow[] }> {
    const rows: ListingRow[] = [];
    for (let last = 0; ; ) {
      const query = this.#db.read.selectFrom('product_listing').selectAll().where('product_id', '>', last);
      const part = await query.orderBy('product_id').limit(ROWS_AT_ONCE).execute();
      for (const row of part) rows.push(listingRow(row));
      const end = part.at(-1);
      if (!end) return { changed: [], rows };
      last = end.product_id;
      await breathe();
    }
  }

  /** What was read earlier and changes meanwhile has a still higher version, and is read again the next time. */
  async #changes(since: number): Promise<{ changed: number[]; rows: ListingRow[] }> {
    const changed: number[] = [];
    const rows: ListingRow[] = [];
    for (let last = 0; ; ) {
      const part = await this.#db.read
        .selectFrom('product')
        .leftJoin('product_listing as l', 'l.product_id', 'product.id')
        .select(['product.id', 'l.product_id', 'l.min_paise', 'l.sold', 'l.created_at', 'l.tokens_json'])
        .where('product.version', '>', since)
        .where('product.id', '>', last)
        .orderBy('product.id')
        .limit(ROWS_AT_ONCE)
        .execute();
      for (const row of part) {
        changed.push(row.id);
        const { min_paise, sold, created_at, tokens_json } = row;
        if (min_paise === null || sold === null || created_at === null || tokens_json === null) continue;
        rows.push(listingRow({ product_id: row.id, min_paise, sold, created_at, tokens_json }));
      }
      const end = part.at(-1);
      if (!end) return { changed, rows };
      last = end.id;
      await breathe();
    }
  }

  async #currentVersion(): Promise<number> {
    return (await this.#db.read.selectFrom('catalogue_state').select('version').executeTakeFirstOrThrow()).version;
  }

  async #productCount(): Promise<number> {
    const row = await this.#db.read
      .selectFrom('product_listing')
      .select((eb) => eb.fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow();
    return row.n;
  }
}

function readValues(db: ShopDatabase): Promise<FacetValueTable[]> {
  return db.read.selectFrom('facet_value').selectAll().orderBy('id').execute();
}

interface StoredListing {
  product_id: number;
  min_paise: number;
  sold: number;
  created_at: number;
  tokens_json: string;
}

function listingRow(row: StoredListing): ListingRow {
  const [ownIds, combos]: [number[], number[]] = JSON.parse(row.tokens_json);
  return { id: row.product_id, minPaise: row.min_paise, sold: row.sold, createdAt: row.created_at, ownIds, combos };
}
