import { basename } from 'node:path';
import { CATEGORY_SOURCES, type CategorySource } from '#lib/catalog/import/csv/csv-categories.ts';
import { brandLookup } from '#lib/catalog/import/csv/csv-rules.ts';
import { batchesOf } from '#lib/catalog/import/import-batches.server.ts';
import { readShopifyCsv } from '#lib/catalog/import/import-csv.server.ts';
import { defaultImagesDir, isJsonl, sourceFiles } from '#lib/catalog/import/import-files.server.ts';
import { PictureImport } from '#lib/catalog/import/import-pictures.server.ts';
import { addRemark, byLocation, emptyReport, type ImportReport } from '#lib/catalog/import/import-report.ts';
import { JSONL_PASSES, readJsonl } from '#lib/catalog/import/jsonl-items.ts';
import { prefetch } from '#lib/catalog/import/prefetch.ts';
import type { CatalogueEntry } from '#lib/catalog/import/record/catalog-record.ts';
import { DryRun } from '#lib/catalog/import/record/dry-run.ts';
import type { Remark } from '#lib/catalog/import/record/import-remark.ts';
import { untaxedRemark } from '#lib/catalog/import/record/import-report-words.ts';
import type { RecordItem, SourceItem, SourceLocation } from '#lib/catalog/import/record/import-source.ts';
import type { LocatedEntry } from '#lib/catalog/import/record/planned-entry.ts';
import { readText } from '#lib/catalog/import/record/read-text.server.ts';
import { addResult, type SaveProblem } from '#lib/catalog/import/record/save-report.ts';
import { saveCatalogueBatch } from '#lib/catalog/import/save/save-catalogue.server.ts';
import type { SaveOptions } from '#lib/catalog/import/save/save-context.ts';
import { reviewId } from '#lib/catalog/import/save/save-reviews.server.ts';
import { SeenRecords } from '#lib/catalog/import/seen-records.server.ts';
import { readSheet, readSheetHeader } from '#lib/catalog/import/sheet/import-sheet.server.ts';
import { type Mappings, mergeMappings, readMappings } from '#lib/catalog/import/sheet/mappings.server.ts';
import { FacetRegistry } from '#lib/catalog/listing-index/facets/facet-registry.server.ts';
import type { ShopDatabase } from '#lib/platform/db/db.server.ts';
import type { PictureStore } from '#lib/platform/files/pictures/pictures.server.ts';
import type { AddressGuard } from '#lib/platform/files/public-address.server.ts';
import { countText } from '#lib/primitives/plural.ts';

export interface ImportOptions {
  db: ShopDatabase;
  pictures: PictureStore;
  source: string;
  imagesDir?: string | undefined;
  isDryRun?: boolean | undefined;
  /** Is called with the planned entries of each batch in a dry run. The import waits for the returned promise. */
  onPlanned?: ((entries: LocatedEntry[]) => Promise<void>) | undefined;
  /** The approximate number of database rows per batch; 2,000 by default. */
  rowsPerBatch?: number | undefined;
  /** Whether the import also sets the stock of existing products. */
  writesStock?: boolean | undefined;
  /** The column of a CSV file that contains the stock. If it is set, `writesStock` is implied. */
  stockColumn?: string | undefined;
  /** Whether variants and pictures that the file does not name are removed from the products in the file. */
  removesMissing?: boolean | undefined;
  mappings?: Partial<Mappings> | undefined;
  categoryFrom?: CategorySource | undefined;
  requiresHsn?: boolean | undefined;
  /** The time that is stored with changes, in epoch ms; by default, the current time. */
  now?: number | undefined;
  onProgress?: ((progress: ImportProgress) => void) | undefined;
  isAllowed?: AddressGuard | undefined;
}

export interface ImportProgress {
  bytes: number;
  totalBytes: number;
  recordCount: number;
  pictureCount: number;
}

/**
 * Imports a catalogue while the shop is open. Each record is imported completely or not at all. Returns a report.
 * Throws an ImportFileError if a file can't be imported.
 */
export async function importCatalogue(options: ImportOptions): Promise<ImportReport> {
  const files = await sourceFiles(options.source);
  const totalBytes = files.reduce((sum, { bytes }) => sum + bytes, 0);
  const imagesDir = options.imagesDir ?? (await defaultImagesDir(options.source));
  const dryRun = options.isDryRun
    ? { run: new DryRun(), registry: await FacetRegistry.load(options.db.read) }
    : undefined;
  const run = new ImportRun({ ...options, imagesDir }, totalBytes, dryRun);
  for (const pass of JSONL_PASSES) {
    for (const { path } of files.filter(({ path }) => isJsonl(path))) {
      await run.importItems(readJsonl(readText(path), basename(path), pass));
    }
  }
  for (const { path } of files.filter(({ path }) => !isJsonl(path))) {
    await run.importItems(await readCsv(path, options));
  }
  return run.end();
}

async function readCsv(path: string, options: ImportOptions): Promise<AsyncIterable<SourceItem>> {
  const { db, removesMissing, stockColumn, categoryFrom = CATEGORY_SOURCES[0] } = options;
  const { brands } = mergeMappings(await readMappings(db), options.mappings);
  const rules = { removesMissing: removesMissing === true, stockColumn, categoryFrom, brandOf: brandLookup(brands) };
  const file = basename(path);
  const sheet = await readSheetHeader(db, path, options.mappings, stockColumn);
  return sheet ? readSheet(db, path, file, rules, sheet) : readShopifyCsv(db, path, file, rules);
}

class ImportRun {
  readonly report = emptyReport();
  readonly #options: ImportOptions;
  readonly #pictures: PictureImport;
  readonly #dryRun: SaveOptions['dryRun'];
  readonly #seenRecords = new SeenRecords();
  readonly #progress: ImportProgress;

  constructor(options: ImportOptions, totalBytes: number, dryRun: SaveOptions['dryRun']) {
    this.#options = options;
    this.#dryRun = dryRun;
    this.#progress = { bytes: 0, totalBytes, recordCount: 0, pictureCount: 0 };
    this.#pictures = new PictureImport({
      db: options.db,
      store: options.pictures,
      imagesDir: options.imagesDir,
      isDryRun: options.isDryRun,
      isAllowed: options.isAllowed,
      warn: (at, message) => this.#remark('warnings', at, { message }),
      onPicture: () => {
        this.#progress.pictureCount++;
        this.#reportProgress();
      },
    });
  }

  async importItems(items: AsyncIterable<SourceItem>): Promise<void> {
    for await (const batch of prefetch(batchesOf(items, this.#options.rowsPerBatch)))
      await this.#save(batch.filter((item) => this.#accepts(item)));
  }

  end(): ImportReport {
    const { withoutFolderCount, notFetchedCount } = this.#pictures;
    this.report.picturesToFetch = notFetchedCount;
    if (withoutFolderCount > 0) {
      const at = { file: basename(this.#options.source), line: 0 };
      const message = `${countText(withoutFolderCount, 'picture is', 'pictures are')} given by path`;
      this.#remark('warnings', at, { message, remedy: { by: 'picture folder' } });
    }
    const remark = untaxedRemark(this.report.untaxed, this.#options.requiresHsn === true);
    if (remark) this.#remark('warnings', { file: basename(this.#options.source), line: 0 }, remark);
    this.#progress.bytes = this.#progress.totalBytes;
    this.#reportProgress();
    this.report.pictureCount = this.#pictures.storedCount;
    for (const remarks of [this.report.problems, this.report.warnings]) remarks.sort(byLocation);
    return this.report;
  }

  /** Returns whether the item is a record to save. Any other item is reported. */
  #accepts(item: SourceItem): item is RecordItem {
    const { at } = item;
    if ('warning' in item) {
      this.#remark('warnings', at, { message: item.warning, remedy: item.remedy });
      return false;
    }
    this.#progress.bytes += item.bytes;
    if ('problem' in item) {
      this.#leaveOut(at, { message: item.problem, remedy: item.remedy });
      return false;
    }
    const key = keyOf(item.record);
    const earlierLocation = this.#seenRecords.add(key, at);
    if (earlierLocation)
      this.#leaveOut(at, {
        message: `this ${key} is already in ${earlierLocation.file}, line ${earlierLocation.line}`,
      });
    return !earlierLocation;
  }

  async #save(batch: RecordItem[]): Promise<void> {
    if (batch.length === 0) return;
    const records = batch.map(({ record }) => record);
    const { source, writesStock, stockColumn, removesMissing, requiresHsn, now } = this.#options;
    const { problems, ...result } = await saveCatalogueBatch(
      this.#options.db,
      records,
      await this.#pictures.load(batch),
      {
        source: basename(source),
        writesStock: writesStock === true || stockColumn !== undefined,
        removesMissing: removesMissing === true,
        requiresHsn,
        now,
        dryRun: this.#dryRun,
      },
    );
    addResult(this.report, result);
    for (const problem of problems) this.#reject(batch[problem.index], problem);
    const plannedEntries = this.#dryRun?.run.plannedEntries.splice(0) ?? [];
    const locatedEntries = plannedEntries.map((entry) => ({ ...entry, line: batch[entry.index]?.at.line ?? 0 }));
    await this.#options.onPlanned?.(locatedEntries);
    this.#progress.recordCount += records.length;
    this.#reportProgress();
  }

  #reject(rejectedRecord: RecordItem | undefined, { message, remedy, variant = -1 }: SaveProblem): void {
    if (!rejectedRecord) return;
    const { at, productLines } = rejectedRecord;
    const line = productLines?.variantLines[variant] ?? at.line;
    this.#leaveOut({ ...at, line }, { message: productLines ? productLines.leftOutMessage(message) : message, remedy });
  }

  #leaveOut(at: SourceLocation, remark: Remark): void {
    this.report.leftOutCount++;
    this.#remark('problems', at, remark);
  }

  #remark(kind: 'problems' | 'warnings', at: SourceLocation, remark: Remark): void {
    addRemark(this.report[kind], at, remark);
  }

  #reportProgress(): void {
    this.#options.onProgress?.({ ...this.#progress });
  }
}

/**
 * Returns a key that identifies a record. If an import contains several records with the same key, only the first of
 * them is imported. If all were imported, every import would change the stored record several times.
 */
function keyOf(record: CatalogueEntry): string {
  return `${record.type} ${record.type === 'review' ? reviewId(record) : record.slug}`;
}
