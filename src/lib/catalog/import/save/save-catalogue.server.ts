import { setTimeout as wait } from 'node:timers/promises';
import type { CatalogueEntry } from '#lib/catalog/import/record/catalog-record.ts';
import { type CleanEntry, cleanEntry } from '#lib/catalog/import/record/clean-record.server.ts';
import { addResult, emptyResult, type SaveResult } from '#lib/catalog/import/record/save-report.ts';
import { savePlannedReviews } from '#lib/catalog/import/save/planned-reviews.server.ts';
import type { Indexed, SaveContext, SaveOptions } from '#lib/catalog/import/save/save-context.ts';
import {
  type PlannedSaves,
  plannedPictures,
  savePlannedProducts,
  unchangedValues,
} from '#lib/catalog/import/save/save-planned.server.ts';
import { recomputeProducts, saveProducts } from '#lib/catalog/import/save/save-products.server.ts';
import { saveReviews } from '#lib/catalog/import/save/save-reviews.server.ts';
import { saveTaxonomy } from '#lib/catalog/import/save/save-taxonomy.server.ts';
import { transactionBatches } from '#lib/catalog/import/save/transaction-batches.ts';
import { FacetRegistry } from '#lib/catalog/listing-index/facets/facet-registry.server.ts';
import { PRODUCT_FACETS } from '#lib/catalog/listing-index/facets/facets.ts';
import { lockCatalogue, setCatalogueVersion } from '#lib/catalog/products/catalogue-version.server.ts';
import { shopPalettes } from '#lib/catalog/products/shop-palettes.server.ts';
import { recordAudit } from '#lib/platform/audit/record-audit.server.ts';
import { contentOf } from '#lib/platform/content/content.server.ts';
import { chunks } from '#lib/platform/db/chunks.ts';
import type { ShopDatabase, Tx } from '#lib/platform/db/db.server.ts';
import { invalidate } from '#lib/platform/db/invalidation.server.ts';
import type { FacetValueTable } from '#lib/platform/db/query/tables.ts';
import { bulkTransaction } from '#lib/platform/db/transaction.server.ts';
import type { StoredPicture } from '#lib/platform/files/pictures/pictures.server.ts';
import { taxRates } from '#lib/shop/money/tax-rates.server.ts';

const PRODUCTS_PER_REFRESH = 200;
const PAUSE_MS = 9;

/**
 * Saves records in transactions of up to about 2,000 rows. Stored records that are not in `records` and stored pictures
 * that are not in `pictures` are kept. Returns the result, in which `problems` has the rejected records.
 */
export async function saveCatalogueBatch(
  db: ShopDatabase,
  records: readonly CatalogueEntry[],
  pictures: ReadonlyMap<string, StoredPicture> = new Map(),
  options: SaveOptions = {},
): Promise<SaveResult> {
  const total = emptyResult();
  for (const batch of transactionBatches(cleanItems(records))) {
    // A dry run only reads, so it must not block writers.
    const result = options.dryRun
      ? await saveBatch(db.write as Tx, db, batch, pictures, options)
      : await bulkTransaction(db, (tx) => saveBatch(tx, db, batch, pictures, options));
    addResult(total, result);
    total.problems.push(...result.problems);
    await pauseForWriters(db);
  }
  return total;
}

/** Saves a few records in the caller's transaction, as an import does. Returns the result with the rejected records. */
export function saveInTransaction(
  tx: Tx,
  db: ShopDatabase,
  records: readonly CatalogueEntry[],
  options: SaveOptions,
  pictures: ReadonlyMap<string, StoredPicture> = new Map(),
): Promise<SaveResult> {
  return saveBatch(tx, db, cleanItems(records), pictures, options);
}

function cleanItems(records: readonly CatalogueEntry[]): Indexed<CleanEntry>[] {
  return records.map((record, index) => ({ index, record: cleanEntry(record) }));
}

/**
 * Writes the records of a preview in the caller's transaction. Returns the result of each product and the row of each
 * value, by index. `problems` contains the values and reviews that were not written.
 */
export async function savePlanned(
  tx: Tx,
  db: ShopDatabase,
  { values, products, reviews }: PlannedSaves,
  options: SaveOptions,
  pictures: ReadonlyMap<string, StoredPicture>,
) {
  const context = await beginSaving(tx, db, plannedPictures({ products, values }, pictures), options);
  await saveTaxonomy(context, unchangedValues(context, values));
  const savedProducts = await savePlannedProducts(context, products);
  await savePlannedReviews(context, reviews);
  await endSaving(context);
  const storedValues = values.flatMap(({ index, record: { record } }): [number, FacetValueTable][] => {
    const value = context.registry.find(record.type, record.slug);
    return value ? [[index, value]] : [];
  });
  return { savedProducts, values: new Map(storedValues), problems: context.result.problems };
}

async function saveBatch(
  tx: Tx,
  db: ShopDatabase,
  batch: Indexed<CleanEntry>[],
  pictures: ReadonlyMap<string, StoredPicture>,
  options: SaveOptions,
): Promise<SaveResult> {
  const context = await beginSaving(tx, db, pictures, options);
  const itemsOf = <T extends CatalogueEntry['type']>(...types: T[]) =>
    batch.filter((item): item is Indexed<Extract<CleanEntry, { type: T }>> =>
      types.some((type) => type === item.record.type),
    );
  await saveTaxonomy(context, itemsOf(...PRODUCT_FACETS));
  await saveProducts(context, itemsOf('product'));
  await saveReviews(context, itemsOf('review'));
  await endSaving(context);
  const { event } = options;
  if (event && context.tags.size > 0 && !options.dryRun)
    await recordAudit(tx, typeof event === 'function' ? event(context.result) : event, context.now);
  return context.result;
}

async function beginSaving(
  tx: Tx,
  db: ShopDatabase,
  pictures: ReadonlyMap<string, StoredPicture>,
  { now = Date.now(), source, dryRun, writesStock = false, removesMissing = false, requiresHsn = false }: SaveOptions,
): Promise<SaveContext> {
  const version = dryRun ? 0 : (await lockCatalogue(tx)) + 1;
  // The content may have changed after the previous transaction of a long import.
  await contentOf(db).reloadIfChanged(tx);
  return {
    tx,
    engine: db.engine,
    registry: dryRun?.registry ?? (await FacetRegistry.load(tx)),
    pictures,
    version,
    now,
    rates: taxRates(db),
    palettes: shopPalettes(db),
    cause: { why: 'import', at: now, note: source },
    rules: { writesStock, removesMissing },
    requiresHsn,
    dryRun: dryRun?.run,
    tags: new Set(),
    result: emptyResult(),
  };
}

async function endSaving({ tx, tags, version, dryRun }: SaveContext): Promise<void> {
  if (tags.size === 0 || dryRun) return;
  await setCatalogueVersion(tx, version);
  await invalidate(tx, tags);
}

/** Recomputes the derived data of products in short transactions, for example after a change to tax rates. */
export async function refreshProducts(
  db: ShopDatabase,
  productIds: readonly number[],
  options: Pick<SaveOptions, 'requiresHsn' | 'now'>,
): Promise<void> {
  for (const ids of chunks(productIds, PRODUCTS_PER_REFRESH)) {
    await bulkTransaction(db, async (tx) => {
      const context = await beginSaving(tx, db, new Map(), options);
      await recomputeProducts(context, ids);
      await endSaving(context);
      await recordAudit(
        tx,
        { action: 'recompute products', record: { kind: 'product', id: '' }, after: { products: ids.length } },
        context.now,
      );
    });
    await pauseForWriters(db);
  }
}

/** Pauses so that waiting writers can write. SQLite does not queue writers, so they poll every few milliseconds. */
async function pauseForWriters({ engine }: ShopDatabase): Promise<void> {
  if (engine === 'sqlite') await wait(PAUSE_MS);
}
