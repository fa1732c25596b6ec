import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ignoreNotFound } from '#lib/platform/files/storage/ignore-not-found.ts';
import { SECRET_KEY_FILE } from '#lib/platform/secret-key.server.ts';
import type { Settings } from '#lib/platform/settings/settings.server.ts';
import { settingsFileOf, settingsFileText, withSettings } from '#lib/platform/settings/settings-file.server.ts';
import { SETTING_NAMES, type SettingName } from '#lib/platform/settings/settings-schema.server.ts';

/** Not the name of a shop's settings file, so that a restored copy does not use these settings by accident. */
export const BACKUP_SETTINGS_FILE = 'kept-settings.env';

/** The settings and the secret key, which a shop on another machine needs. */
export interface BackupSecrets {
  /** Contents by the name of the file. */
  files: Readonly<Record<string, string>>;
  /** Settings whose values can't be written into a file. */
  leftOut: SettingName[];
}

export const NO_SECRETS: BackupSecrets = { files: {}, leftOut: [] };

/** Includes settings from the environment, which would be lost with the machine. */
export async function collectSecrets(
  env: NodeJS.ProcessEnv,
  { dataDir, secretKey }: Pick<Settings, 'dataDir' | 'secretKey'>,
): Promise<BackupSecrets> {
  const key = secretKey ?? (await readFile(join(dataDir, SECRET_KEY_FILE), 'utf8').catch(ignoreNotFound));
  const { text, leftOut } = allSettings(env);
  const files = { ...(key ? { [SECRET_KEY_FILE]: key } : {}), ...(text ? { [BACKUP_SETTINGS_FILE]: text } : {}) };
  return { files, leftOut };
}

function allSettings(env: NodeJS.ProcessEnv): { text: string; leftOut: SettingName[] } {
  let text = settingsFileText(settingsFileOf(env));
  const leftOut: SettingName[] = [];
  for (const name of SETTING_NAMES) {
    if (name === 'DATA_DIR' || name === 'NEW_SHOP' || !env[name]) continue;
    try {
      text = withSettings(text, { [name]: env[name] });
    } catch {
      // A value that can't be written is reported, but the others are still backed up.
      leftOut.push(name);
    }
  }
  return { text, leftOut };
}
