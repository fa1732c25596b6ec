import { parseEnv } from 'node:util';
import { messageOf } from '#lib/platform/errors/error-message.ts';
import { closestSetting } from '#lib/platform/settings/closest-setting.server.ts';
import { readSettings, type Settings } from '#lib/platform/settings/settings.server.ts';
import { SettingsError } from '#lib/platform/settings/settings-error.ts';
import { type SettingValues, settingsFileOf, settingsFileText } from '#lib/platform/settings/settings-file.server.ts';
import { isSettingName, type SettingName } from '#lib/platform/settings/settings-schema.server.ts';

/**
 * Settings that are not read from the settings file: the file is in DATA_DIR, and NEW_SHOP applies to a single start.
 */
const ENVIRONMENT_ONLY = { DATA_DIR: undefined, NEW_SHOP: undefined };

/**
 * Returns the settings from the environment and the settings file. The environment takes precedence. Throws a
 * SettingsError that lists all problems.
 */
export function loadSettings(env: NodeJS.ProcessEnv): Settings {
  const variables = ownerSettings(env);
  try {
    return readSettings(variables);
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    throw new SettingsError([...error.problems, ...unknownSettingMessages(env)]);
  }
}

/**
 * Returns a message for each probable misspelling in the environment, and for each line in the settings file that has
 * no effect. Throws a SettingsError if the file can't be read.
 */
export function unknownSettingMessages(env: NodeJS.ProcessEnv): string[] {
  const text = fileText(env);
  const path = settingsFileOf(env);
  const environmentProblems = Object.keys(nonEmptyVariables(env)).flatMap((name) => {
    const suggestion = closestSetting(name);
    return suggestion ? [`${name} is not a setting: did you mean ${suggestion}?`] : [];
  });
  const fileProblems = Object.keys(parseEnv(text)).flatMap((name) => {
    if (name === 'DATA_DIR') return [`DATA_DIR in ${path} has no effect: it is the folder of that file.`];
    if (name === 'NEW_SHOP') return [`NEW_SHOP in ${path} has no effect: set it for one start, NEW_SHOP=on npm start.`];
    if (isSettingName(name)) return [];
    const suggestion = closestSetting(name);
    return [`${name} in ${path} is not a setting${suggestion ? `: did you mean ${suggestion}?` : '.'}`];
  });
  return [
    ...environmentProblems,
    ...fileProblems,
    ...invalidLines(text).map((line) => `${path}:${line} is not of the form NAME=value.`),
  ];
}

/** Returns the problem with a value of a live shop's setting, or undefined if it is valid. '' unsets the setting. */
export function settingProblem(name: SettingName, value: string): string | undefined {
  try {
    readSettings({ SHOP_MODE: 'live', [name]: value });
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    const isNeeded = (problem: string) => problem.includes(' needed ');
    return error.problems.find((problem) => problem.startsWith(name) && !(value && isNeeded(problem)));
  }
  return undefined;
}

/** Returns the values that `loadSettings` parses. Throws a SettingsError if the settings file can't be read. */
export function ownerSettings(env: NodeJS.ProcessEnv): SettingValues {
  return { ...parseEnv(fileText(env)), ...ENVIRONMENT_ONLY, ...nonEmptyVariables(env) };
}

function fileText(env: NodeJS.ProcessEnv): string {
  const path = settingsFileOf(env);
  try {
    return settingsFileText(path);
  } catch (error) {
    throw new SettingsError([`${path} can’t be read: ${messageOf(error)}.`]);
  }
}

/** Returns the variables except empty ones, which are treated as unset. */
function nonEmptyVariables(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(env).filter(([, value]) => value));
}

/** Returns the numbers of lines that are neither settings, comments nor empty. Each value must be on one line. */
function invalidLines(text: string): number[] {
  return text.split('\n').flatMap((line, index) => (/^\s*(?:#|$)|=/.test(line) ? [] : [index + 1]));
}
