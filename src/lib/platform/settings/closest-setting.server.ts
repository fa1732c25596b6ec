import { isSettingName, SETTING_NAMES, type SettingName } from '#lib/platform/settings/settings-schema.server.ts';
import { editDistance } from '#lib/primitives/edit-distance.ts';

/** Shorter names, such as `PORT`, resemble unrelated environment variables by chance. */
const MIN_LETTERS = 7;

/** The setting that was probably meant by an unknown name; undefined for a known name, or if none is similar. */
export function closestSetting(name: string): SettingName | undefined {
  if (isSettingName(name)) return undefined;
  const typed = letters(name);
  return SETTING_NAMES.filter((known) => letters(known).length >= MIN_LETTERS)
    .map((known) => ({ known, mistakes: editDistance(typed, letters(known), maxMistakes(known)) }))
    .filter(({ mistakes }) => Number.isFinite(mistakes))
    .sort((a, b) => a.mistakes - b.mistakes)[0]?.known;
}

function maxMistakes(known: string): number {
  const { length } = letters(known);
  if (length < 10) return 1;
  return length < 14 ? 2 : 3;
}

/** Ignores case and everything except letters, so that `smtp-url` is the same as `SMTP_URL`. */
function letters(name: string): string {
  return name.toUpperCase().replaceAll(/[^A-Z]/g, '');
}
