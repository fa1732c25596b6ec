import { Command, type CommandUnknownOpts, Option } from '@commander-js/extra-typings';
import { exportCatalogue } from '#lib/import/export-catalogue.server.ts';
import { type ImportRemark, importCatalogue } from '#lib/import/import-catalogue.server.ts';
import { changeLines, counted, summaryLines } from '#lib/import/import-words.ts';
import { progressBar } from '#lib/import/progress-bar.server.ts';
import { confirm, withShop, YES } from '#lib/platform/cli/command.server.ts';
import { PictureStore } from '#lib/platform/files/pictures.server.ts';

const REMARKS_SHOWN = 50;
const FORMATS = ['jsonl', 'csv'] as const;
type Format = (typeof FORMATS)[number];

export function importCommand(): CommandUnknownOpts {
  return new Command('import')
    .description(
      'bring goods in: .jsonl, a folder of them, or a Shopify product .csv; what the file does not name stays',
    )
    .argument('<file>')
    .option('--images <dir>', 'where the pictures are')
    .option('--stock', 'write the stock of goods that the shop has already, too')
    .option('--stock-column <name>', 'the same, from this column of a .csv')
    .option('--remove', 'take away variants and pictures of its products that the file does not name')
    .option('--dry-run', 'say what would happen, change nothing')
    .option(...YES)
    .usage('FILE|DIR [--images DIR] [--stock | --stock-column NAME] [--remove] [--dry-run]')
    .action(runImport);
}

export function exportCommand(): CommandUnknownOpts {
  return new Command('export')
    .description('write the catalogue, and with --images its pictures')
    .argument('<file>')
    .addOption(new Option('--format <format>', 'by the ending of the file when it is not said').choices(FORMATS))
    .option('--images <dir>', 'where the pictures are written to')
    .usage('FILE [--format jsonl|csv] [--images DIR]')
    .action((file, { format, images }) => runExport(file, format, images));
}

interface ImportFlags {
  images?: string | undefined;
  stock?: true | undefined;
  stockColumn?: string | undefined;
  remove?: true | undefined;
  dryRun?: true | undefined;
  yes?: true | undefined;
}

async function runImport(source: string, flags: ImportFlags): Promise<void> {
  const { images: imagesDir, stock, stockColumn, remove, dryRun, yes } = flags;
  const isDryRun = dryRun === true;
  if (remove && !isDryRun) {
    await confirm(`Take away what ${source} does not name of its products: variants with their stock, and pictures?`, {
      yes,
    });
  }
  const rules = { isDryRun, writesStock: stock === true, stockColumn, removes: remove === true };
  const bar = progressBar(isDryRun ? 'Checking' : 'Importing');
  const report = await withShop(({ db, settings }) => {
    const pictures = new PictureStore(settings.dataDir);
    const requiresHsn = settings.mode === 'live';
    return importCatalogue({ db, pictures, source, imagesDir, requiresHsn, ...rules, onProgress: bar.update }).finally(
      bar.end,
    );
  });
  show('warning', report.warnings);
  show('error', report.problems);
  const { products, taxonomy } = report.tallies;
  const lines = [
    ...changeLines(report.changes, products.updated + taxonomy.updated),
    ...summaryLines(report, isDryRun),
  ];
  for (const line of lines) console.log(line);
  if (report.leftOut > 0) process.exitCode = 1;
}

function show(kind: string, remarks: ImportRemark[]): void {
  for (const { file, line, message } of remarks.slice(0, REMARKS_SHOWN)) {
    console.error(`${kind}: ${file}${line > 0 ? `, line ${line}` : ''}: ${message}`);
  }
  const more = remarks.length - REMARKS_SHOWN;
  if (more > 0) console.error(`${kind}: and ${more} more`);
}

async function runExport(target: string, given: Format | undefined, imagesDir: string | undefined): Promise<void> {
  const format = given ?? (target.toLowerCase().endsWith('.csv') ? 'csv' : 'jsonl');
  const report = await withShop(({ db, settings }) =>
    exportCatalogue({ db, target, format, pictures: new PictureStore(settings.dataDir), imagesDir }),
  );
  const what = counted(report.records, format === 'csv' ? 'product' : 'record');
  const pictures = imagesDir === undefined ? '' : `, and ${counted(report.pictures, 'picture')} to ${imagesDir}`;
  console.log(`${what} written to ${target}${pictures}.`);
}
