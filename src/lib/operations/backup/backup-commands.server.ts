import { resolve } from 'node:path';
import { Command, type CommandUnknownOpts, InvalidArgumentError } from '@commander-js/extra-typings';
import {
  KEPT_SETTINGS,
  type KeptSecrets,
  keptSecrets,
  NO_SECRETS,
} from '#lib/operations/backup/kept-secrets.server.ts';
import { makeBackup } from '#lib/operations/backup/make-backup.server.ts';
import type { Manifest } from '#lib/operations/backup/manifest.schema.ts';
import { openPlace } from '#lib/operations/backup/open-place.server.ts';
import { restoreBackup } from '#lib/operations/backup/restore-backup.server.ts';
import { UsageError } from '#lib/platform/cli/command.server.ts';
import { orStopped } from '#lib/platform/errors/stopped-error.ts';
import { loadSettings } from '#lib/platform/load-settings.server.ts';
import { locationText } from '#lib/platform/location/find-shop.server.ts';
import { isKeyOf, SECRET_KEY_FILE } from '#lib/platform/secret-key.server.ts';
import type { Settings } from '#lib/platform/settings.server.ts';
import { SETTINGS_FILE } from '#lib/platform/settings-file.server.ts';

const BACKUP_KEPT = 'No backup was made; earlier ones are unchanged.';
const RESTORE_KEPT = 'Nothing was restored, and the backup is unchanged.';

/** Neither opens the shop's own way: a backup before an upgrade must not migrate. */
export function backupCommand(): CommandUnknownOpts {
  return new Command('backup')
    .description(
      'back up database, files and pictures to a new folder in DIR or s3://HOST/BUCKET/FOLDER; the shop can stay open',
    )
    .argument('[dir]', 'the folder or bucket (default: BACKUP_DIR)')
    .option('--keep <n>', 'keep only the newest n backups there', wholeNumber)
    .usage('[DIR|s3://…] [--keep N]')
    .action(async (dir, { keep }) => {
      const settings = loadSettings(process.env);
      const at = dir ?? settings.backups.dir;
      if (at === undefined) throw new UsageError('backup needs a folder, s3://…, or BACKUP_DIR.');
      const place = openPlace(settings, at);
      const secrets = settings.backups.secrets ? await keptSecrets(process.env, settings) : NO_SECRETS;
      const { where, manifest } = await orStopped(BACKUP_KEPT, () => makeBackup(settings, place, secrets));
      console.log(`${where}: ${summary(manifest)}.`);
      for (const lack of lacks(settings, secrets, manifest)) console.error(lack);
      if (keep === undefined) return;
      for (const name of await place.prune(keep)) console.log(`Deleted ${name}.`);
    });
}

export function restoreCommand(): CommandUnknownOpts {
  return new Command('restore')
    .description('restore a backup into an empty DATA_DIR or DATABASE_URL, and verify it')
    .argument('<backup>')
    .option('--settings', 'also use the settings of the backup, when this installation replaces the old shop')
    .usage('BACKUP [--settings]')
    .action(async (backup, { settings: isTheShop = false }) => {
      const settings = loadSettings(process.env);
      console.error(`Restoring into ${locationText(settings)}`);
      const manifest = await orStopped(RESTORE_KEPT, () => restoreBackup(settings, backup, isTheShop));
      console.log(`Restored and compared: ${summary(manifest)}.`);
      if (manifest.files[KEPT_SETTINGS]) console.log(nextSteps(settings, isTheShop));
    });
}

function nextSteps({ dataDir, mode, smtpUrl }: Settings, isTheShop: boolean): string {
  const [kept, used] = [resolve(dataDir, KEPT_SETTINGS), resolve(dataDir, SETTINGS_FILE)];
  if (isTheShop) return `Its settings are in use (${used}). Stop the old shop, if it runs, before you start this one.`;
  if (mode === 'live' || smtpUrl) return `Its settings are in ${kept}; in use are those that are set here.`;
  return `Its settings are in ${kept}, where nobody reads them: a copy to try mails nobody.
To open it in the place of the old shop: mv ${kept} ${used}`;
}

function lacks({ backups }: Settings, { files, leftOut }: KeptSecrets, { contents: { keyCheck } }: Manifest): string[] {
  if (!backups.secrets) return ['Settings and secret key are not in it (BACKUP_SECRETS=off): keep both elsewhere.'];
  const key = files[SECRET_KEY_FILE];
  const hasKey = keyCheck === undefined || (key !== undefined && isKeyOf(keyCheck, key));
  return [
    ...(hasKey ? [] : ['The secret key of this shop is not in it: SECRET_KEY is missing or another where this ran.']),
    ...leftOut.map((name) => `${name} is not in it, as no line of a file can hold its value.`),
  ];
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
