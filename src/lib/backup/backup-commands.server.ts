import { Command, type CommandUnknownOpts, InvalidArgumentError } from '@commander-js/extra-typings';
import { makeBackup } from '#lib/backup/make-backup.server.ts';
import type { Manifest } from '#lib/backup/manifest.schema.ts';
import { openPlace } from '#lib/backup/open-place.server.ts';
import { restoreBackup } from '#lib/backup/restore-backup.server.ts';
import { UsageError } from '#lib/platform/cli/command.server.ts';
import { loadSettings } from '#lib/platform/load-settings.server.ts';

/** Neither opens the shop's own way: a backup before an upgrade must not migrate. */
export function backupCommand(): CommandUnknownOpts {
  return new Command('backup')
    .description(
      'write database, files and pictures to a new folder below DIR or s3://HOST/BUCKET/FOLDER, while the shop sells',
    )
    .argument('[dir]', 'without it: BACKUP_DIR')
    .option('--keep <n>', 'delete all but the newest n backups there', wholeNumber)
    .usage('[DIR|s3://…] [--keep N]')
    .action(async (dir, { keep }) => {
      const settings = loadSettings(process.env);
      const at = dir ?? settings.backups.dir;
      if (at === undefined) throw new UsageError('backup needs a folder, s3://…, or BACKUP_DIR.');
      const place = openPlace(settings, at);
      const { where, manifest } = await makeBackup(settings, place);
      console.log(`${where}: ${summary(manifest)}.`);
      if (keep === undefined) return;
      for (const name of await place.prune(keep)) console.log(`Deleted ${name}.`);
    });
}

export function restoreCommand(): CommandUnknownOpts {
  return new Command('restore')
    .description('fill an empty DATA_DIR, or an empty DATABASE_URL, from a backup, and compare')
    .argument('<backup>')
    .usage('BACKUP')
    .action(async (folder) => {
      const manifest = await restoreBackup(loadSettings(process.env), folder);
      console.log(`Restored and compared: ${summary(manifest)}.`);
    });
}

function summary({ takenAt, contents, files }: Manifest): string {
  const bytes = Object.values(files).reduce((sum, file) => sum + file.bytes, 0);
  const size = `${(bytes / 1_000_000).toFixed(1)} MB`;
  const orders = `${contents.rows.orders ?? 0} orders`;
  return `${orders}, ${Object.keys(files).length} files, ${size}, as of ${new Date(takenAt).toISOString()}`;
}

function wholeNumber(text: string): number {
  const number = Number(text);
  if (!Number.isInteger(number) || number < 1) throw new InvalidArgumentError('It must be a whole number from 1.');
  return number;
}
