import { Command, type CommandUnknownOpts, Option } from '@commander-js/extra-typings';
import { exportCatalogue } from '#lib/catalog/import/export/export-catalogue.server.ts';
import { readShop } from '#lib/platform/cli/command.server.ts';
import { withOutcomeOnFault } from '#lib/platform/errors/stopped-error.ts';
import { PictureStore } from '#lib/platform/files/pictures/pictures.server.ts';
import { countText } from '#lib/primitives/plural.ts';

const FORMATS = ['jsonl', 'csv'] as const;
const STOPPED_MESSAGE = 'Nothing was changed in the shop; the files that were already written are complete.';
type Format = (typeof FORMATS)[number];

export function exportCommand(): CommandUnknownOpts {
  return new Command('export')
    .description('export the catalogue, and its pictures with --images')
    .argument('<file>')
    .addOption(
      new Option('--format <format>', 'the file format; by default taken from the file extension').choices(FORMATS),
    )
    .option('--images <dir>', 'the folder for the pictures')
    .usage('FILE [--format jsonl|csv] [--images DIR]')
    .action((file, { format, images }) => withOutcomeOnFault(STOPPED_MESSAGE, () => runExport(file, format, images)));
}

async function runExport(
  target: string,
  explicitFormat: Format | undefined,
  imagesDir: string | undefined,
): Promise<void> {
  const format = explicitFormat ?? (target.toLowerCase().endsWith('.csv') ? 'csv' : 'jsonl');
  const report = await readShop(({ db, settings }) =>
    exportCatalogue({ db, target, format, pictures: new PictureStore(settings.dataDir), imagesDir }),
  );
  const recordsText = countText(report.recordCount, format === 'csv' ? 'product' : 'record');
  const picturesText =
    imagesDir === undefined ? '' : `, and ${countText(report.pictureCount, 'picture')} to ${imagesDir}`;
  console.log(`${recordsText} written to ${target}${picturesText}.`);
}
