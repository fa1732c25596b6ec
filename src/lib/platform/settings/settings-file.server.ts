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

/** The text of the file; '' if there is none. Throws if it can't be read. */
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
 * The text with these settings: existing lines are replaced, new ones appended. Throws if a new value can't be written
 * on one line, or would replace one that spans several lines.
 */
export function withSettings(text: string, values: SettingValues): string {
  const before = parseEnv(text);
  const expected = Object.fromEntries(Object.entries(values).filter(([name, value]) => before[name] !== value));
  const lines = text === '' ? [] : text.replace(/\r?\n$/, '').split(/\r?\n/);
  for (const [name, value] of Object.entries(expected)) {
    const at = lines.findLastIndex((line) => new RegExp(`^\\s*(?:export\\s+)?${name}\\s*=`).test(line));
    lines.splice(at < 0 ? lines.length : at, at < 0 ? 0 : 1, `${name}=${quoted(name, value ?? '')}`);
  }
  const after = `${lines.join('\n')}\n`;
  requireSame(parseEnv(after), { ...before, ...expected });
  return after;
}

function quoted(name: string, value: string): string {
  if (/^[\w@%+:,./?&=*~!-]*$/.test(value)) return value;
  const mark = ["'", '`', '"'].find((candidate) => !value.includes(candidate));
  if (mark === undefined || /\p{Cc}/u.test(value))
    throw new Error(`${name} can’t be written to a file: choose another value.`);
  return `${mark}${value}${mark}`;
}

/** Throws if a multi-line value would be corrupted, because this code replaces single lines. */
function requireSame(actual: NodeJS.Dict<string>, expected: NodeJS.Dict<string>): void {
  const names = new Set([...Object.keys(actual), ...Object.keys(expected)]);
  const changed = [...names].filter((name) => actual[name] !== expected[name]);
  if (changed.length > 0)
    throw new Error(`${changed.join(', ')} in ${SETTINGS_FILE} spans several lines: edit it by hand.`);
}

/** Writes the file atomically, and readable only by the shop's user, because it contains passwords. */
export function writeSettingsFile(path: string, text: string): Promise<void> {
  return writeFileAtomically(path, text, { mode: 0o600, folderMode: 0o700 });
}
