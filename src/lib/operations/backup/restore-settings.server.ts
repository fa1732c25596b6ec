import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { BACKUP_SETTINGS_FILE } from '#lib/operations/backup/backup-secrets.server.ts';
import type { BackupSettings } from '#lib/operations/backup/backup-settings.ts';
import {
  SETTINGS_FILE,
  type SettingValues,
  settingsFileText,
  withSettings,
  writeSettingsFile,
} from '#lib/platform/settings/settings-file.server.ts';
import { isSettingName } from '#lib/platform/settings/settings-schema.server.ts';

/**
 * Saves the settings of a backup. The settings of this installation take precedence. The saved settings are not used
 * until they are activated: a test copy must neither email customers nor use the old database.
 */
export async function saveRestoredSettings(settings: BackupSettings, folder: string): Promise<void> {
  const backupText = settingsFileText(join(folder, BACKUP_SETTINGS_FILE));
  const ownSettings = { ...existingSettings(settings), ...locationSettings(settings, backupText) };
  await writeSettingsFile(join(settings.dataDir, BACKUP_SETTINGS_FILE), withSettings(backupText, ownSettings));
}

/** Makes the saved settings of a backup the settings of this installation. */
export async function activateSettings({ dataDir }: Pick<BackupSettings, 'dataDir'>): Promise<void> {
  await writeSettingsFile(join(dataDir, SETTINGS_FILE), settingsFileText(join(dataDir, BACKUP_SETTINGS_FILE)));
  await rm(join(dataDir, BACKUP_SETTINGS_FILE));
}

function existingSettings({ dataDir }: BackupSettings): SettingValues {
  const fileSettings = parseEnv(settingsFileText(join(dataDir, SETTINGS_FILE)));
  return Object.fromEntries(Object.entries(fileSettings).filter(([name]) => isSettingName(name)));
}

function locationSettings({ databaseUrl = '', storageUrl = '' }: BackupSettings, backupText: string): SettingValues {
  const backupValues = parseEnv(backupText);
  // A standby of the old database is not a standby of the new database.
  const currentValues = { DATABASE_URL: databaseUrl, DATABASE_READ_URL: '', STORAGE_URL: storageUrl };
  return Object.fromEntries(
    Object.entries(currentValues).filter(([name, value]) => value !== (backupValues[name] ?? '')),
  );
}
