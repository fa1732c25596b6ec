import { stat } from 'node:fs/promises';
import { csvItems } from '#lib/catalog/import/csv/csv-items.ts';
import { type CsvRow, readCsvRows } from '#lib/catalog/import/csv/csv-rows.ts';
import type { CsvRules } from '#lib/catalog/import/csv/csv-rules.ts';
import { readCsvCatalogue } from '#lib/catalog/import/csv/read-csv-catalogue.server.ts';
import { ImportFileError, type SourceItem } from '#lib/catalog/import/record/import-source.ts';
import type { FieldProblem } from '#lib/catalog/import/record/product-problems.ts';
import { readText } from '#lib/catalog/import/record/read-text.server.ts';
import { type Mappings, mergeMappings, readMappings } from '#lib/catalog/import/sheet/mappings.server.ts';
import { detectSheet, type Sheet } from '#lib/catalog/import/sheet/sheet-header.ts';
import { sheetProduct } from '#lib/catalog/import/sheet/sheet-product.ts';
import { columnWarnings, describeColumnProblems, sheetProblem } from '#lib/catalog/import/sheet/sheet-remarks.ts';
import { sheetGroups } from '#lib/catalog/import/sheet/sheet-rows.ts';
import { chunks } from '#lib/platform/db/chunks.ts';
import type { ShopDatabase } from '#lib/platform/db/db.server.ts';

const PRODUCTS_PER_BATCH = 200;
/** The limit for a sheet, whose rows are all held in memory, because the rows of a product need not be adjacent. */
const MAX_SHEET_BYTES = 64 * 1024 * 1024;
const SAMPLED_ROWS = 40;

/**
 * Reads the first rows of a file, and detects the columns of a plain sheet. The columns in `mappings` take precedence over
 * the stored columns; a file with such columns is read as a plain sheet even if it looks like a Shopify product CSV.
 * Returns undefined for an empty file and for a Shopify product CSV. Throws an ImportFileError if these rows are not
 * UTF-8.
 */
export async function readSheetHeader(
  db: ShopDatabase,
  path: string,
  mappings: Partial<Mappings> = {},
  stockColumn?: string,
): Promise<Sheet | undefined> {
  const { columns } = mergeMappings(await readMappings(db), mappings);
  const rows: CsvRow[] = [];
  for await (const row of readCsvRows(readText(path))) {
    if (rows.push(row) >= SAMPLED_ROWS) break;
  }
  return detectSheet(rows, { columns, stockColumn, isSheet: mappings.columns !== undefined });
}

/**
 * Yields the records, problems and warnings of a plain sheet, which is a CSV file that is not a Shopify product CSV.
 * Throws an ImportFileError if its columns are not sufficient, or if the file is too large or not UTF-8.
 */
export async function* readSheet(
  db: ShopDatabase,
  path: string,
  file: string,
  rules: CsvRules,
  { line, columns }: Sheet,
): AsyncGenerator<SourceItem> {
  const problem = sheetProblem(columns, rules.stockColumn);
  if (problem) throw new ImportFileError(`${file}, line ${line}: ${problem.message}`, { remedy: problem.remedy });
  const { size } = await stat(path);
  if (size > MAX_SHEET_BYTES) throw new ImportFileError(`${file} is larger than 64 MB: divide it into several files.`);
  for (const warning of columnWarnings(columns)) yield { at: { file, line }, warning };
  const rows: CsvRow[] = [];
  for await (const row of readCsvRows(readText(path))) if (row.line > line) rows.push(row);
  const { names, readStoredProducts } = await readCsvCatalogue(db);
  const groups = sheetGroups(rows, columns);
  const bytesPerGroup = Math.floor(size / Math.max(1, groups.length));
  const csvFile = {
    file,
    names,
    problemsText: (problems: FieldProblem[]) => describeColumnProblems(problems, columns),
  };
  for (const batch of chunks(groups, PRODUCTS_PER_BATCH)) {
    const oldProducts = await readStoredProducts(batch.map(({ handle }) => handle));
    for (const group of batch) {
      const makeProduct = () => sheetProduct(group, columns, names, oldProducts.get(group.handle), rules);
      yield* csvItems(csvFile, group, bytesPerGroup, makeProduct);
    }
  }
}
