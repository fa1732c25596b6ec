import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ignoreNotFound } from '#lib/platform/files/storage/ignore-not-found.ts';
import { SECRET_KEY_FILE } from '#lib/platform/secret-key.server.ts';
import type { Settings } from '#lib/platform/settings/settings.server.ts';
import { settingsFileOf, settingsFileText, withSettings } from '#lib/platform/settings/settings-file.server.ts';
import { SETTING_NAMES, type SettingName } from '#lib/platform/settings/settings-schema.server.ts';

/** Differs from the name of a shop's settings file, so that a restored copy does not use the settings by accident. */
export const BACKUP_SETTINGS_FILE = 'kept-settings.env';

/** The settings and the secret key, which a shop on another machine needs. */
export interface BackupSecrets {
  /** The contents of the files, by file name. */
  files: Readonly<Record<string, string>>;
  /** Settings whose values can't be written into a file. */
  omittedSettings: SettingName[];
}

export const NO_SECRETS: BackupSecrets = { files: {}, omittedSettings: [] };

/** Returns the secrets, including settings in the environment, which would otherwise be lost with the machine. */
export async function collectSecrets(
  env: NodeJS.ProcessEnv,
  { dataDir, secretKey }: Pick<Settings, 'dataDir' | 'secretKey'>,
): Promise<BackupSecrets> {
  const key = secretKey ?? (await readFile(join(dataDir, SECRET_KEY_FILE), 'utf8').catch(ignoreNotFound));
  const { text, omittedSettings } = allSettings(env);
  const files = { ...(key ? { [SECRET_KEY_FILE]: key } : {}), ...(text ? { [BACKUP_SETTINGS_FILE]: text } : {}) };
  return { files, omittedSettings };
}

function allSettings(env: NodeJS.ProcessEnv): { text: string; omittedSettings: SettingName[] } {
  let text = settingsFileText(settingsFileOf(env));
  const omittedSettings: SettingName[] = [];
  for (const name of SETTING_NAMES) {
    if (name === 'DATA_DIR' || name === 'NEW_SHOP' || !env[name]) continue;
    try {
      text = withSettings(text, { [name]: env[name] });
    } catch {
      // A value that can't be written is reported, and the other settings are still backed up.
      omittedSettings.push(name);
    }
  }
  return { text, omittedSettings };
}
