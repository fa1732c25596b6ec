import { isSettingName, SETTING_NAMES, type SettingName } from '#lib/platform/settings/settings-schema.server.ts';
import { editDistance } from '#lib/primitives/edit-distance.ts';

/** Shorter names, such as `PORT`, resemble unrelated environment variables by chance. */
const MIN_LETTERS = 7;

/** Returns the setting that an unknown name probably means, or undefined if the name is known or unlike any setting. */
export function closestSetting(name: string): SettingName | undefined {
  if (isSettingName(name)) return undefined;
  const typedLetters = letters(name);
  return SETTING_NAMES.filter((settingName) => letters(settingName).length >= MIN_LETTERS)
    .map((settingName) => ({
      settingName,
      mistakes: editDistance(typedLetters, letters(settingName), maxMistakes(settingName)),
    }))
    .filter(({ mistakes }) => Number.isFinite(mistakes))
    .sort((a, b) => a.mistakes - b.mistakes)[0]?.settingName;
}

function maxMistakes(settingName: string): number {
  const { length } = letters(settingName);
  if (length < 10) return 1;
  return length < 14 ? 2 : 3;
}

/** Returns only the letters, in upper case, so that `smtp-url` is the same as `SMTP_URL`. */
function letters(name: string): string {
  return name.toUpperCase().replaceAll(/[^A-Z]/g, '');
}
