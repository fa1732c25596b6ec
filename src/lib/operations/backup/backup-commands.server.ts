import { resolve } from 'node:path';
import { Command, type CommandUnknownOpts, InvalidArgumentError } from '@commander-js/extra-typings';
import {
  BACKUP_SETTINGS_FILE,
  type BackupSecrets,
  collectSecrets,
  NO_SECRETS,
} from '#lib/operations/backup/backup-secrets.server.ts';
import { makeBackup } from '#lib/operations/backup/make-backup.server.ts';
import type { Manifest } from '#lib/operations/backup/manifest.schema.ts';
import { openBackupStore } from '#lib/operations/backup/open-backup-store.server.ts';
import { recordOperation } from '#lib/operations/backup/record-operation.server.ts';
import { restoreBackup } from '#lib/operations/backup/restore-backup.server.ts';
import { UsageError } from '#lib/platform/cli/command.server.ts';
import { withOutcomeOnFault } from '#lib/platform/errors/stopped-error.ts';
import { locationText } from '#lib/platform/location/find-shop.server.ts';
import { isKeyOf, SECRET_KEY_FILE } from '#lib/platform/secret-key.server.ts';
import { loadSettings } from '#lib/platform/settings/load-settings.server.ts';
import type { Settings } from '#lib/platform/settings/settings.server.ts';
import { SETTINGS_FILE } from '#lib/platform/settings/settings-file.server.ts';
import { countText } from '#lib/primitives/plural.ts';

/** The command opens the database without migrating it, because a backup may be made before an upgrade. */
export function backupCommand(): CommandUnknownOpts {
  return new Command('backup')
    .description(
      'back up database, files and pictures to a new folder in DIR or s3://HOST/BUCKET/FOLDER; the shop can stay open',
    )
    .argument('[dir]', 'the folder or bucket (default: BACKUP_DIR)')
    .option('--keep <n>', 'keep only the newest n backups there', parseWholeNumber)
    .usage('[DIR|s3://…] [--keep N]')
    .action(async (dir, { keep }) => {
      const settings = loadSettings(process.env);
      const location = dir ?? settings.backups.dir;
      if (location === undefined) throw new UsageError('backup needs a folder, s3://…, or BACKUP_DIR.');
      const store = openBackupStore(settings, location);
      const secrets = settings.backups.includesSecrets ? await collectSecrets(process.env, settings) : NO_SECRETS;
      const { label, manifest } = await withOutcomeOnFault('No backup was made. Earlier backups are unchanged.', () =>
        makeBackup(settings, store, secrets),
      );
      console.log(`${label}: ${summary(manifest)}.`);
      await recordOperation(settings, { action: 'back up', after: { orders: manifest.contents.rows.orders ?? 0 } });
      for (const message of missingPartMessages(settings, secrets, manifest)) console.error(message);
      if (keep === undefined) return;
      for (const name of await store.prune(keep)) console.log(`Deleted ${name}.`);
    });
}

export function restoreCommand(): CommandUnknownOpts {
  return new Command('restore')
    .description('restore a backup into an empty DATA_DIR or DATABASE_URL, and verify it')
    .argument('<backup>')
    .option('--settings', 'also use the settings of the backup, when this installation replaces the old shop')
    .usage('BACKUP [--settings]')
    .action(async (backup, { settings: replacesShop = false }) => {
      const settings = loadSettings(process.env);
      console.error(`Restoring into ${locationText(settings)}`);
      const manifest = await withOutcomeOnFault('Nothing was restored. The backup is unchanged.', () =>
        restoreBackup(settings, backup, replacesShop),
      );
      const takenAtIso = new Date(manifest.takenAt).toISOString();
      await recordOperation(settings, { action: 'restore backup', after: { taken_at: takenAtIso } });
      console.log(`Restored and compared: ${summary(manifest)}.`);
      if (manifest.files[BACKUP_SETTINGS_FILE]) console.log(nextSteps(settings, replacesShop));
    });
}

function nextSteps({ dataDir, mode, smtpUrl }: Settings, replacesShop: boolean): string {
  const [backupFile, ownFile] = [resolve(dataDir, BACKUP_SETTINGS_FILE), resolve(dataDir, SETTINGS_FILE)];
  if (replacesShop)
    return `The settings of the backup are now in use (${ownFile}). Stop the old shop before you start this one.`;
  if (mode === 'live' || smtpUrl)
    return `The settings of the backup are in ${backupFile}. This installation keeps using its own settings.`;
  return `The settings of the backup are in ${backupFile} and are not in use, so that a test copy sends no email.
To replace the old shop with this one, run: mv ${backupFile} ${ownFile}`;
}

function missingPartMessages(
  { backups }: Settings,
  { files, omittedSettings }: BackupSecrets,
  { contents: { keyCheck } }: Manifest,
): string[] {
  if (!backups.includesSecrets)
    return ['The backup does not contain the settings and the secret key (BACKUP_SECRETS=off). Keep them elsewhere.'];
  const key = files[SECRET_KEY_FILE];
  const hasKey = keyCheck === undefined || (key !== undefined && isKeyOf(keyCheck, key));
  return [
    ...(hasKey
      ? []
      : ['The backup does not contain the secret key of this shop: SECRET_KEY is missing or different here.']),
    ...omittedSettings.map(
      (name) => `The backup does not contain ${name}: its value cannot be written on one line of a file.`,
    ),
  ];
}

function summary({ takenAt, contents, files }: Manifest): string {
  const bytes = Object.values(files).reduce((sum, file) => sum + file.bytes, 0);
  const size = `${(bytes / 1_000_000).toFixed(1)} MB`;
  const orders = countText(contents.rows.orders ?? 0, 'order');
  return `${orders}, ${countText(Object.keys(files).length, 'file')}, ${size}, as of ${new Date(takenAt).toISOString()}`;
}

function parseWholeNumber(text: string): number {
  const number = Number(text);
  if (!Number.isInteger(number) || number < 1) throw new InvalidArgumentError('Enter a whole number of at least 1.');
  return number;
}
