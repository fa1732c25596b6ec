import { Command, type CommandUnknownOpts, Option } from '@commander-js/extra-typings';
import { exportCatalogue } from '#lib/catalog/export-catalogue.server.ts';
import { type ImportRemark, type ImportReport, importCatalogue } from '#lib/catalog/import-catalogue.server.ts';
import { PictureStore } from '#lib/files/pictures.server.ts';
import { withShop } from '#lib/shop/command.server.ts';
import { progressBar } from '#lib/shop/progress-bar.server.ts';

const REMARKS_SHOWN = 50;
const FORMATS = ['jsonl', 'csv'] as const;
type Format = (typeof FORMATS)[number];

export function importCommand(): CommandUnknownOpts {
  return new Command('import')
    .description('bring goods in: .jsonl, a folder of them, or a Shopify product .csv')
    .argument('<file>')
    .option('--images <dir>', 'where the pictures are')
    .option('--dry-run', 'say what would happen, change nothing')
    .usage('FILE|DIR [--images DIR] [--dry-run]')
    .action((file, { images, dryRun }) => runImport(file, images, dryRun === true));
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

async function runImport(source: string, imagesDir: string | undefined, isDryRun: boolean): Promise<void> {
  const bar = progressBar(isDryRun ? 'Checking' : 'Importing');
  const report = await withShop(({ db, settings }) => {
    const pictures = new PictureStore(settings.dataDir);
    return importCatalogue({ db, pictures, source, imagesDir, isDryRun, onProgress: bar.update }).finally(bar.end);
  });
  show('warning', report.warnings);
  show('error', report.problems);
  console.log(summary(report, isDryRun));
  if (report.leftOut > 0) process.exitCode = 1;
}

function show(kind: string, remarks: ImportRemark[]): void {
  for (const { file, line, message } of remarks.slice(0, REMARKS_SHOWN)) {
    console.error(`${kind}: ${file}${line > 0 ? `, line ${line}` : ''}: ${message}`);
  }
  const more = remarks.length - REMARKS_SHOWN;
  if (more > 0) console.error(`${kind}: and ${more} more`);
}

function summary({ created, updated, unchanged, leftOut, pictures }: ImportReport, isDryRun: boolean): string {
  const count = (n: number) => n.toLocaleString('en-IN');
  if (isDryRun) {
    const words = `${count(created)} new, ${count(updated)} changed, ${count(unchanged)} as before`;
    return `Dry run, nothing was written: ${words}, ${count(leftOut)} would be left out.`;
  }
  const words = `${count(created)} new, ${count(updated)} changed, ${count(unchanged)} as before, ${count(leftOut)} left out`;
  return `${words}; ${count(pictures)} pictures.`;
}

async function runExport(target: string, given: Format | undefined, imagesDir: string | undefined): Promise<void> {
  const format = given ?? (target.toLowerCase().endsWith('.csv') ? 'csv' : 'jsonl');
  const report = await withShop(({ db, settings }) =>
    exportCatalogue({ db, target, format, pictures: new PictureStore(settings.dataDir), imagesDir }),
  );
  const what = format === 'csv' ? 'products' : 'records';
  const pictures = imagesDir === undefined ? '' : `, and ${report.pictures} pictures to ${imagesDir}`;
  console.log(`${report.records} ${what} written to ${target}${pictures}.`);
}
