import { exportCatalogue } from '#lib/catalog/export-catalogue.server.ts';
import { type ImportRemark, type ImportReport, importCatalogue } from '#lib/catalog/import-catalogue.server.ts';
import { PictureStore } from '#lib/files/pictures.server.ts';
import { type Command, needed, UsageError, withShop } from '#lib/shop/command.server.ts';
import { progressBar } from '#lib/shop/progress-bar.server.ts';

const REMARKS_SHOWN = 50;

export const importCommand: Command = {
  name: 'import',
  usage: [
    [
      'import FILE|DIR [--images DIR] [--dry-run]',
      'bring goods in: .jsonl, a folder of them, or a Shopify product .csv',
    ],
  ],
  options: { images: { type: 'string' }, 'dry-run': { type: 'boolean' } },
  run: ([file, ...rest], options) =>
    runImport(onlyFile(file, rest, 'import'), text(options.images), options['dry-run'] === true),
};

export const exportCommand: Command = {
  name: 'export',
  usage: [['export FILE [--format jsonl|csv] [--images DIR]', 'write the catalogue, and with --images its pictures']],
  options: { images: { type: 'string' }, format: { type: 'string' } },
  run: ([file, ...rest], options) =>
    runExport(onlyFile(file, rest, 'export'), text(options.format), text(options.images)),
};

function onlyFile(file: string | undefined, rest: string[], command: string): string {
  if (rest.length > 0) throw new UsageError(`"${rest.join(' ')}" is too much`);
  return needed(file, command, 'the name of a file');
}

function text(option: string | boolean | undefined): string | undefined {
  return typeof option === 'string' ? option : undefined;
}

async function runImport(source: string, imagesDir: string | undefined, isDryRun: boolean): Promise<number> {
  const bar = progressBar(isDryRun ? 'Checking' : 'Importing');
  const report = await withShop(({ db, settings }) => {
    const pictures = new PictureStore(settings.dataDir);
    return importCatalogue({ db, pictures, source, imagesDir, isDryRun, onProgress: bar.update }).finally(bar.end);
  });
  show('warning', report.warnings);
  show('error', report.problems);
  console.log(summary(report, isDryRun));
  return report.leftOut > 0 ? 1 : 0;
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

async function runExport(target: string, given: string | undefined, imagesDir: string | undefined): Promise<number> {
  const format = given ?? (target.toLowerCase().endsWith('.csv') ? 'csv' : 'jsonl');
  if (format !== 'csv' && format !== 'jsonl') throw new UsageError(`--format may be jsonl or csv, not ${format}.`);
  const report = await withShop(({ db, settings }) =>
    exportCatalogue({ db, target, format, pictures: new PictureStore(settings.dataDir), imagesDir }),
  );
  const what = format === 'csv' ? 'products' : 'records';
  const pictures = imagesDir === undefined ? '' : `, and ${report.pictures} pictures to ${imagesDir}`;
  console.log(`${report.records} ${what} written to ${target}${pictures}.`);
  return 0;
}
