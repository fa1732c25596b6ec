import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import type { BackupSettings } from '#lib/operations/backup/backup-settings.ts';
import { KEPT_SETTINGS } from '#lib/operations/backup/kept-secrets.server.ts';
import { isSettingName } from '#lib/platform/setting-names.ts';
import {
  SETTINGS_FILE,
  type SettingValues,
  settingsFileText,
  withSettings,
  writeSettingsFile,
} from '#lib/platform/settings-file.server.ts';

/** Nobody reads them until they are taken: a copy that is tried must neither mail customers nor open the old shop. */
export async function keepSettings(place: BackupSettings, folder: string): Promise<void> {
  const kept = settingsFileText(join(folder, KEPT_SETTINGS));
  const here = { ...writtenBefore(place), ...whereAbouts(place, kept) };
  await writeSettingsFile(join(place.dataDir, KEPT_SETTINGS), withSettings(kept, here));
}

export async function takeSettings({ dataDir }: Pick<BackupSettings, 'dataDir'>): Promise<void> {
  await writeSettingsFile(join(dataDir, SETTINGS_FILE), settingsFileText(join(dataDir, KEPT_SETTINGS)));
  await rm(join(dataDir, KEPT_SETTINGS));
}

function writtenBefore({ dataDir }: BackupSettings): SettingValues {
  const given = parseEnv(settingsFileText(join(dataDir, SETTINGS_FILE)));
  return Object.fromEntries(Object.entries(given).filter(([name]) => isSettingName(name)));
}

function whereAbouts({ databaseUrl = '', storageUrl = '' }: BackupSettings, kept: string): SettingValues {
  const before = parseEnv(kept);
  // A standby of the old database is none of the new one.
  const here = { DATABASE_URL: databaseUrl, DATABASE_READ_URL: '', STORAGE_URL: storageUrl };
  return Object.fromEntries(Object.entries(here).filter(([name, value]) => value !== (before[name] ?? '')));
}
