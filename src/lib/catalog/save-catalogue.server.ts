import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import type { CatalogueRecord } from '#lib/catalog/catalog-record.ts';
import { type CleanRecord, cleanRecord } from '#lib/catalog/clean-record.server.ts';
import { FacetBook } from '#lib/catalog/facet-book.server.ts';
import { saveProducts } from '#lib/catalog/save-products.server.ts';
import { saveReviews } from '#lib/catalog/save-reviews.server.ts';
import { saveTaxonomy } from '#lib/catalog/save-taxonomy.server.ts';
import type { StockCause } from '#lib/catalog/stock-ledger.server.ts';
import type { ShopDatabase, Tx } from '#lib/db/db.server.ts';
import { invalidate } from '#lib/db/invalidation.server.ts';
import { bulkTransaction } from '#lib/db/transaction.server.ts';

/** A longer transaction makes a checkout wait for it. */
const ROWS_A_TRANSACTION = 2_000;

/** Others write in between: SQLite's waiting writers do not queue, they look again every few milliseconds. */
const PAUSE_MS = 5;

/** A master picture that the import has stored. */
export interface StoredPicture {
  hash: string;
  width: number;
  height: number;
  /** `#rrggbb`. */
  dominant: string;
}

export interface SaveOptions {
  now?: number | undefined;
  /** The file that the records are from, for the ledger of stock. */
  source?: string | undefined;
}

export interface SaveProblem {
  /** Place of the record in the batch. */
  index: number;
  message: string;
}

export interface SaveResult {
  created: number;
  updated: number;
  unchanged: number;
  /** Records that were left out, whole: they name an unknown brand, category, product… */
  problems: SaveProblem[];
}

/** What the parts of one save share. */
export interface SaveContext {
  tx: Tx;
  engine: ShopDatabase['engine'];
  book: FacetBook;
  pictures: ReadonlyMap<string, StoredPicture>;
  /** Version of the catalogue that this transaction makes. */
  version: number;
  now: number;
  /** Of all changes of stock. */
  cause: StockCause;
  tags: Set<string>;
  result: SaveResult;
}

export interface Indexed<T> {
  index: number;
  record: T;
}

/**
 * Saves checked records, in transactions of at most 2,000 rows: taxonomy first, then products, then reviews. Pictures are
 * looked up by the `src` of the records; one that is missing there keeps what is stored. The same again changes nothing.
 */
export async function saveCatalogueBatch(
  db: ShopDatabase,
  records: CatalogueRecord[],
  pictures: ReadonlyMap<string, StoredPicture> = new Map(),
  { now = Date.now(), source }: SaveOptions = {},
): Promise<SaveResult> {
  const total: SaveResult = { created: 0, updated: 0, unchanged: 0, problems: [] };
  const clean = records.map((record, index) => ({ index, record: cleanRecord(record) }));
  const ranked = clean.sort((a, b) => rank(a.record) - rank(b.record));
  for (const slice of slices(ranked)) {
    const { created, updated, unchanged, problems } = await bulkTransaction(db, (tx) =>
      saveSlice(tx, db, slice, pictures, { why: 'import', at: now, note: source }),
    );
    total.created += created;
    total.updated += updated;
    total.unchanged += unchanged;
    total.problems.push(...problems);
    await wait(PAUSE_MS);
  }
  return total;
}

async function saveSlice(
  tx: Tx,
  db: ShopDatabase,
  slice: Indexed<CleanRecord>[],
  pictures: ReadonlyMap<string, StoredPicture>,
  cause: StockCause,
): Promise<SaveResult> {
  const version = (await lockCatalogue(tx)) + 1;
  const result: SaveResult = { created: 0, updated: 0, unchanged: 0, problems: [] };
  const book = await FacetBook.load(tx);
  const context: SaveContext = {
    tx,
    engine: db.engine,
    book,
    pictures,
    version,
    now: cause.at,
    cause,
    tags: new Set(),
    result,
  };
  const of = <T extends CatalogueRecord['type']>(...types: T[]) =>
    slice.filter((item): item is Indexed<Extract<CleanRecord, { type: T }>> =>
      types.some((type) => type === item.record.type),
    );
  await saveTaxonomy(context, of('brand', 'category', 'material', 'collection'));
  await saveProducts(context, of('product'));
  await saveReviews(context, of('review'));
  if (context.tags.size > 0) {
    await tx.updateTable('catalogue_state').set({ version }).where('id', '=', 1).execute();
    await invalidate(tx, context.tags);
  }
  return result;
}

/** Holds the catalogue's one row, so that its writers follow each other; answers the version so far. */
export async function lockCatalogue(tx: Tx): Promise<number> {
  const { version } = await tx
    .updateTable('catalogue_state')
    .set({ version: sql<number>`version` })
    .where('id', '=', 1)
    .returning('version')
    .executeTakeFirstOrThrow();
  return version;
}

function rank(record: CatalogueRecord): number {
  if (record.type === 'product') return 2;
  if (record.type === 'review') return 3;
  return record.type === 'category' && record.parent ? 1 : 0;
}

function* slices(items: Indexed<CleanRecord>[]): Generator<Indexed<CleanRecord>[]> {
  let slice: Indexed<CleanRecord>[] = [];
  let rows = 0;
  for (const item of items) {
    const weight = rowsOfRecord(item.record);
    if (slice.length > 0 && rows + weight > ROWS_A_TRANSACTION) {
      yield slice;
      slice = [];
      rows = 0;
    }
    slice.push(item);
    rows += weight;
  }
  if (slice.length > 0) yield slice;
}

/** About how many rows a record makes: itself, its listing and search rows, variants, pictures, facets. */
function rowsOfRecord(record: CatalogueRecord): number {
  if (record.type !== 'product') return 1;
  const cuts = record.variants.reduce((sum, variant) => sum + (variant.bolts?.length ?? 0), 0);
  return 3 + record.variants.length * 2 + cuts + (record.images?.length ?? 0) + record.categories.length;
}
