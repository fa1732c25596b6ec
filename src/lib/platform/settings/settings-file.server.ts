import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { codeOf } from '#lib/platform/errors/error-code.ts';
import { writeFileAtomically } from '#lib/platform/files/storage/write-file.server.ts';
import type { SettingName } from '#lib/platform/settings/settings-schema.server.ts';
import { DEFAULT_DATA_DIR } from '#lib/platform/settings/storage-settings.server.ts';

export const SETTINGS_FILE = 'settings.env';

export type SettingValues = Partial<Record<SettingName, string | undefined>>;

export function settingsFileOf({ DATA_DIR }: NodeJS.ProcessEnv): string {
  return join(DATA_DIR || DEFAULT_DATA_DIR, SETTINGS_FILE);
}

/** Returns the text of the file, or '' if there is no file. Throws a system error if the file can't be read. */
export function settingsFileText(path: string): string {
  try {
    // Notepad starts files with a byte order mark, which would become part of the first name.
    return readFileSync(path, 'utf8').replace(/^\u{FEFF}/u, '');
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return '';
    throw error;
  }
}

/**
 * Returns the text with these settings: existing lines are replaced, and new lines are appended. Throws an Error if a
 * new value can't be written on one line, or would replace a value that spans several lines.
 */
export function withSettings(text: string, values: SettingValues): string {
  const currentValues = parseEnv(text);
  const changedValues = Object.fromEntries(
    Object.entries(values).filter(([name, value]) => currentValues[name] !== value),
  );
  const lines = text === '' ? [] : text.replace(/\r?\n$/, '').split(/\r?\n/);
  for (const [name, value] of Object.entries(changedValues)) {
    const index = lines.findLastIndex((line) => new RegExp(`^\\s*(?:export\\s+)?${name}\\s*=`).test(line));
    lines.splice(index < 0 ? lines.length : index, index < 0 ? 0 : 1, `${name}=${quotedValue(name, value ?? '')}`);
  }
  const newText = `${lines.join('\n')}\n`;
  const [newValues, expectedValues] = [parseEnv(newText), { ...currentValues, ...changedValues }];
  const names = new Set([...Object.keys(newValues), ...Object.keys(expectedValues)]);
  // A value that spans several lines would be corrupted, because only single lines are replaced.
  const corruptedNames = [...names].filter((name) => newValues[name] !== expectedValues[name]);
  if (corruptedNames.length > 0)
    throw new Error(`${corruptedNames.join(', ')} in ${SETTINGS_FILE} spans several lines: edit it by hand.`);
  return newText;
}

function quotedValue(name: string, value: string): string {
  if (/^[\w@%+:,./?&=*~!-]*$/.test(value)) return value;
  const quote = ["'", '`', '"'].find((candidate) => !value.includes(candidate));
  if (quote === undefined || /\p{Cc}/u.test(value))
    throw new Error(`${name} can’t be written to a file: choose another value.`);
  return `${quote}${value}${quote}`;
}

/** Writes the file atomically, and readable only by the shop's user, because it contains passwords. */
export function writeSettingsFile(path: string, text: string): Promise<void> {
  return writeFileAtomically(path, text, { mode: 0o600, folderMode: 0o700 });
}
