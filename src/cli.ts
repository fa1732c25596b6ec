/** The owner's tool: `npm run shop -- help`. It works while the shop serves. */
import { parseArgs } from 'node:util';
import { exportCatalogue } from '#lib/catalog/export-catalogue.server.ts';
import { type ImportRemark, type ImportReport, importCatalogue } from '#lib/catalog/import-catalogue.server.ts';
import { ImportFileError } from '#lib/catalog/import-source.ts';
import { openDatabase, type ShopDatabase } from '#lib/db/db.server.ts';
import { migrate } from '#lib/db/migrate.server.ts';
import { PictureStore } from '#lib/files/pictures.server.ts';
import { examine } from '#lib/shop/doctor.server.ts';
import { progressBar } from '#lib/shop/progress-bar.server.ts';
import { readSettings, SettingsError } from '#lib/shop/settings.server.ts';

const HELP = `npm run shop -- COMMAND

  import FILE|DIR [--images DIR] [--dry-run]   bring goods in: .jsonl, a folder of them, or a Shopify product .csv
  export FILE [--format jsonl|csv] [--images DIR]   write the catalogue, and with --images its pictures
  doctor                                       look for what is wrong with this installation
  help                                         show this

It reads the settings that the shop reads (DATA_DIR, DATABASE_URL …) and works while the shop serves.
`;
const REMARKS_SHOWN = 50;

/** Something the owner typed that can't be done; the exit code is 2. */
class UsageError extends Error {
  readonly code = 'usage';
}

process.exitCode = await main(process.argv.slice(2));

async function main(args: string[]): Promise<number> {
  try {
    return await run(args);
  } catch (error) {
    if (error instanceof UsageError) return complain(`${error.message}\n\n${HELP}`, 2);
    if (error instanceof ImportFileError || error instanceof SettingsError) return complain(error.message, 1);
    return complain(error instanceof Error ? (error.stack ?? error.message) : String(error), 1);
  }
}

async function run(args: string[]): Promise<number> {
  const { command, file, options } = readArguments(args);
  if (command === 'import') return runImport(needed(file, 'import'), options.images, options['dry-run'] === true);
  if (command === 'export') return runExport(needed(file, 'export'), options.format, options.images);
  if (command === 'doctor') return runDoctor();
  if (command !== 'help') throw new UsageError(`There is no command "${command}".`);
  process.stdout.write(HELP);
  return 0;
}

function readArguments(args: string[]) {
  const known = {
    images: { type: 'string' },
    format: { type: 'string' },
    'dry-run': { type: 'boolean' },
    help: { type: 'boolean', short: 'h' },
  } as const;
  try {
    const { values, positionals } = parseArgs({ args, options: known, allowPositionals: true });
    const [command = 'help', file, ...rest] = positionals;
    if (rest.length > 0) throw new Error(`"${rest.join(' ')}" is too much`);
    return { command: values.help ? 'help' : command, file, options: values };
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

function needed(file: string | undefined, command: string): string {
  if (file === undefined) throw new UsageError(`${command} needs the name of a file.`);
  return file;
}

async function runImport(source: string, imagesDir: string | undefined, isDryRun: boolean): Promise<number> {
  const bar = progressBar(isDryRun ? 'Checking' : 'Importing');
  const report = await withShop((db, pictures) =>
    importCatalogue({ db, pictures, source, imagesDir, isDryRun, onProgress: bar.update }).finally(bar.end),
  );
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
  const report = await withShop((db, pictures) => exportCatalogue({ db, target, format, pictures, imagesDir }));
  const what = format === 'csv' ? 'products' : 'records';
  const pictures = imagesDir === undefined ? '' : `, and ${report.pictures} pictures to ${imagesDir}`;
  console.log(`${report.records} ${what} written to ${target}${pictures}.`);
  return 0;
}

async function runDoctor(): Promise<number> {
  const findings = await examine(process.env);
  for (const { isGood, text } of findings) console.log(`${isGood ? '✓' : '✗'} ${text}`);
  return findings.every(({ isGood }) => isGood) ? 0 : 1;
}

async function withShop<T>(work: (db: ShopDatabase, pictures: PictureStore) => Promise<T>): Promise<T> {
  const settings = readSettings(process.env);
  const db = await openDatabase({ databaseUrl: settings.databaseUrl, dataDir: settings.dataDir });
  try {
    await migrate(db);
    return await work(db, new PictureStore(settings.dataDir));
  } finally {
    await db.close();
  }
}

function complain(message: string, exitCode: number): number {
  console.error(message);
  return exitCode;
}
