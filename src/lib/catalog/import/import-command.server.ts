import { basename } from 'node:path';
import { createInterface } from 'node:readline';
import { Command, type CommandUnknownOpts, Option } from '@commander-js/extra-typings';
import { CATEGORY_SOURCES, type CategorySource } from '#lib/catalog/import/csv/csv-categories.ts';
import { type ImportOptions, importCatalogue } from '#lib/catalog/import/import-catalogue.server.ts';
import { columnsLine, commandRemarkText, remarkLines, reportLines } from '#lib/catalog/import/import-command-text.ts';
import { isJsonl, sourceFiles } from '#lib/catalog/import/import-files.server.ts';
import { parseBrandOption, parseColumnsOption } from '#lib/catalog/import/import-options.server.ts';
import { type ImportReport, recordedChanges } from '#lib/catalog/import/import-report.ts';
import { progressBar } from '#lib/catalog/import/progress-bar.server.ts';
import { ImportFileError } from '#lib/catalog/import/record/import-source.ts';
import { readSheetHeader } from '#lib/catalog/import/sheet/import-sheet.server.ts';
import { type Mappings, saveMappings } from '#lib/catalog/import/sheet/mappings.server.ts';
import { promptForColumns } from '#lib/catalog/import/sheet/prompt-for-columns.ts';
import { columnsProblem } from '#lib/catalog/import/sheet/sheet-fields.ts';
import { recordedRun } from '#lib/platform/audit/recorded-run.server.ts';
import { type CommandShop, confirm, withShop, YES_OPTION } from '#lib/platform/cli/command.server.ts';
import { withOutcomeOnFault } from '#lib/platform/errors/stopped-error.ts';
import { PictureStore } from '#lib/platform/files/pictures/pictures.server.ts';

const STOPPED_MESSAGE =
  'Products that were already imported are kept; run the same import again to continue with the others.';

export function importCommand(): CommandUnknownOpts {
  return commandWithOptions().action((source, flags) =>
    withOutcomeOnFault(STOPPED_MESSAGE, () => runImport(source, flags)),
  );
}

type ImportFlags = ReturnType<ReturnType<typeof commandWithOptions>['opts']>;

function commandWithOptions() {
  return new Command('import')
    .description(
      'import products from a .jsonl file, a folder of .jsonl files, a Shopify product .csv, or any other .csv list; products that are not in the file stay unchanged',
    )
    .argument('<file>')
    .option('--images <dir>', 'the folder with the pictures')
    .option('--stock', 'also update the stock of existing products')
    .option('--stock-column <name>', 'also update the stock of existing products, from this .csv column')
    .option('--remove', 'from the products in the file, remove variants and pictures that are not in the file')
    .option(
      '--columns <columns>',
      'the meaning of the columns, such as "Rate=price; Remarks=-", or a file with one such pair per line',
    )
    .option(
      '--brand <vendor=brand>',
      'the brand name that customers see for a vendor; leave the part after = empty to hide the brand',
      (pair: string, pairs: string[] | undefined) => [...(pairs ?? []), pair],
    )
    .addOption(
      new Option('--category-from <words>', 'which column of a Shopify .csv becomes the category')
        .choices(CATEGORY_SOURCES)
        .default('type' as CategorySource),
    )
    .option('--dry-run', 'show the changes without making them')
    .option(...YES_OPTION)
    .usage(
      'FILE|DIR [--images DIR] [--stock | --stock-column NAME] [--remove] [--columns COLUMNS] [--brand VENDOR=BRAND] [--category-from tags] [--dry-run]',
    );
}

async function runImport(source: string, flags: ImportFlags): Promise<void> {
  const { stockColumn, remove, categoryFrom, yes } = flags;
  const isDryRun = flags.dryRun === true;
  const optionMappings = { columns: await parseColumnsOption(flags.columns), brands: parseBrandOption(flags.brand) };
  const report = await withShop(async (shop) => {
    const { db, settings } = shop;
    if (remove && !isDryRun) await confirm(removalQuestion(source), { yes });
    const mappings = await mappingsFor(shop, source, flags, optionMappings);
    const bar = progressBar(isDryRun ? 'Checking' : 'Importing');
    const options: ImportOptions = {
      db,
      pictures: new PictureStore(settings.dataDir),
      source,
      imagesDir: flags.images,
      isDryRun,
      writesStock: flags.stock,
      stockColumn,
      removesMissing: remove,
      mappings,
      categoryFrom,
      requiresHsn: settings.mode === 'live',
      onProgress: bar.update,
    };
    const result = await recordedImport(shop, options).finally(bar.end).catch(rethrowWithOption);
    if (!isDryRun) await saveMappings(db, mappings);
    return result;
  });
  for (const line of remarkLines('warning', report.warnings)) console.error(line);
  for (const line of remarkLines('error', report.problems)) console.error(line);
  for (const line of reportLines(report, isDryRun)) console.log(line);
  if (report.leftOutCount > 0) process.exitCode = 1;
}

/**
 * Throws the error. The message of an ImportFileError is followed by the option that resolves the problem, if there is
 * one.
 */
function rethrowWithOption(error: unknown): never {
  if (!(error instanceof ImportFileError)) throw error;
  throw new ImportFileError(commandRemarkText(error), { cause: error });
}

/** Imports the catalogue, and records the import in the audit log. A dry run changes nothing and is not recorded. */
function recordedImport({ db, now }: CommandShop, options: ImportOptions): Promise<ImportReport> {
  if (options.isDryRun) return importCatalogue(options);
  const run = {
    action: 'import products',
    record: { kind: 'import', id: basename(options.source) },
    now,
    changesOf: recordedChanges,
  };
  return recordedRun(db, run, () => importCatalogue(options));
}

function removalQuestion(source: string): string {
  return `Remove variants (with their stock) and pictures that are not in ${source} from the products in the file?`;
}

async function mappingsFor(
  { db }: CommandShop,
  source: string,
  { stockColumn, yes }: ImportFlags,
  optionMappings: Partial<Mappings>,
): Promise<Partial<Mappings>> {
  const [file] = await sourceFiles(source);
  if (!file || isJsonl(file.path)) return optionMappings;
  const sheet = await readSheetHeader(db, source, optionMappings, stockColumn);
  if (!sheet) return optionMappings;
  const hasGuesses = sheet.columns.some(({ isGuessed, name }) => isGuessed && name !== '');
  if (!hasGuesses || yes || !process.stdin.isTTY) {
    if (columnsProblem(sheet.columns) === undefined) console.log(columnsLine(basename(source), sheet.columns));
    return optionMappings;
  }
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  const promptedColumns = await promptForColumns(basename(source), sheet, terminal, (text) =>
    process.stdout.write(text),
  ).finally(() => terminal.close());
  // The mapping is saved even in a dry run, so that it need not be entered again: it describes the sheet, not products.
  await saveMappings(db, { columns: promptedColumns });
  return { ...optionMappings, columns: promptedColumns };
}
