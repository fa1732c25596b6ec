import { createWriteStream } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { adminRemarkText } from '#lib/catalog/admin/imports/import-words.ts';
import { type PlanRow, plannedRow, refusedRow } from '#lib/catalog/admin/imports/plan-rows.ts';
import {
  type ColumnMapping,
  type ImportRules,
  type ImportShop,
  mappingsOf,
  type PreviewReport,
} from '#lib/catalog/admin/imports/stored-import.ts';
import { importCatalogue } from '#lib/catalog/import/import-catalogue.server.ts';
import { isJsonl } from '#lib/catalog/import/import-files.server.ts';
import { emptyReport, type ImportReport } from '#lib/catalog/import/import-report.ts';
import { ImportFileError } from '#lib/catalog/import/record/import-source.ts';
import { readSheetHeader } from '#lib/catalog/import/sheet/import-sheet.server.ts';
import type { CatalogueImportTable } from '#lib/platform/db/tables/import.ts';
import { uploadsDir } from '#lib/platform/files/storage/open-file-store.server.ts';

/** The number of rows per batch. It is low, so that comparing the rows delays requests by only milliseconds. */
const ROWS_PER_BATCH = 60;
/** A pause is twice as long as the comparison of the batch before it, up to `MAX_PAUSE_MS`. */
const PAUSE_FACTOR = 2;
const MAX_PAUSE_MS = 2_000;

type StoredFile = Pick<CatalogueImportTable, 'file_key' | 'file_name' | 'options_json'>;
type AddRows = (rows: PlanRow[]) => Promise<void>;

/**
 * Compares a stored file with the catalogue, by a dry run of the import with pauses that leave time for shoppers.
 * Passes the rows of the preview to `addRows`. Returns a report. If the file can't be read, `problem` has the reason.
 */
export async function compareFile(
  shop: ImportShop,
  storedFile: StoredFile,
  addRows: AddRows,
): Promise<{ problem?: string; report: PreviewReport }> {
  const uploads = uploadsDir(shop.settings.dataDir);
  await mkdir(uploads, { recursive: true, mode: 0o700 });
  const folder = await mkdtemp(join(uploads, 'import-'));
  const path = join(folder, isJsonl(storedFile.file_name) ? 'file.jsonl' : 'file.csv');
  const withFileName = (message: string) =>
    message.replaceAll(path, storedFile.file_name).replaceAll(basename(path), storedFile.file_name);
  const rules = JSON.parse(storedFile.options_json) as ImportRules;
  try {
    await fetchFile(shop, storedFile, path);
    const report = await compare(shop, rules, path, addRows);
    return { report: previewReport(report, await columnsOf(shop, rules, path), withFileName) };
  } catch (error) {
    if (!(error instanceof ImportFileError)) throw error;
    // If the header can't be read either, `problem` explains why.
    const columns = await columnsOf(shop, rules, path).catch(() => []);
    return {
      problem: adminRemarkText({
        message: withFileName(error.message.replace(`${basename(path)}, line`, 'line')),
        remedy: error.remedy,
      }),
      report: previewReport(emptyReport(), columns, withFileName),
    };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function fetchFile({ files }: ImportShop, { file_key }: StoredFile, path: string): Promise<void> {
  const file = file_key === null ? undefined : await files.read(file_key);
  if (!file) throw new ImportFileError('The file is no longer stored. Choose it again.');
  await pipeline(file, createWriteStream(path, { mode: 0o600 }));
}

async function compare(
  { db, pictures, settings, now }: ImportShop,
  rules: ImportRules,
  path: string,
  addRows: AddRows,
): Promise<ImportReport> {
  const { writesStock, removesMissing, stockColumn, categoryFrom } = rules;
  let startedAt = performance.now();
  const report = await importCatalogue({
    ...{ db, pictures, source: path, isDryRun: true, rowsPerBatch: ROWS_PER_BATCH, now: now() },
    ...{ writesStock, removesMissing, stockColumn, categoryFrom, mappings: mappingsOf(rules) },
    requiresHsn: settings.mode === 'live',
    onPlanned: async (entries) => {
      await addRows(entries.map(plannedRow));
      await wait(Math.min(MAX_PAUSE_MS, PAUSE_FACTOR * (performance.now() - startedAt)));
      startedAt = performance.now();
    },
  });
  await addRows(report.problems.map(refusedRow));
  return report;
}

function previewReport(
  { tallies, leftOutCount, picturesToFetch, warnings }: ImportReport,
  columns: ColumnMapping[],
  withFileName: (message: string) => string,
): PreviewReport {
  const remarks = warnings.map(({ line, ...remark }) => ({ line, message: withFileName(adminRemarkText(remark)) }));
  return { tallies, leftOutCount, picturesToFetch, warnings: remarks, columns };
}

/** Returns the named columns of a plain sheet, or an empty array for any other file. */
async function columnsOf({ db }: ImportShop, rules: ImportRules, path: string): Promise<ColumnMapping[]> {
  if (isJsonl(path)) return [];
  const sheet = await readSheetHeader(db, path, mappingsOf(rules), rules.stockColumn);
  const fileColumns = (sheet?.columns ?? []).map(({ name, use }, index) => ({
    name,
    use,
    sample: sheet?.samples[index] ?? '',
  }));
  return fileColumns.filter(({ name }) => name !== '');
}
