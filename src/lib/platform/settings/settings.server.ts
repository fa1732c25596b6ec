import { z } from 'zod/mini';
import { ifAllSet } from '#lib/platform/settings/if-all-set.ts';
import type { SettingMetadata } from '#lib/platform/settings/setting-types.server.ts';
import { SettingsError } from '#lib/platform/settings/settings-error.ts';
import { ALL_SETTINGS, SETTINGS_SCHEMA, settingsInput } from '#lib/platform/settings/settings-schema.server.ts';

export type Settings = ReturnType<typeof readSettings>;

/**
 * Returns the parsed settings. Throws a SettingsError that lists all problems. Programs call `loadSettings`, which also
 * reads the settings file.
 */
export function readSettings(variables: NodeJS.ProcessEnv) {
  const mode = variables.SHOP_MODE === 'live' ? 'live' : 'demo';
  const isMissing = ({ name, isRequiredWhenLive }: SettingMetadata) =>
    isRequiredWhenLive && mode === 'live' && !variables[name];
  const missingProblems = ALL_SETTINGS.filter(isMissing).map(({ name }) => `${name} is needed when SHOP_MODE is live.`);
  const input = settingsInput((metadata) => variables[metadata.name] || defaultOf(metadata, mode));
  const { data: parsedSettings, error } = z.safeParse(SETTINGS_SCHEMA, input);
  const problems = [...missingProblems, ...(error?.issues ?? []).map(({ message }) => message)];
  if (!parsedSettings || problems.length > 0) throw new SettingsError(problems);
  const { metrics, tracing } = parsedSettings;
  return {
    ...parsedSettings,
    siteUrl: parsedSettings.siteUrl ?? `http://localhost:${parsedSettings.port}`,
    cdn: ifAllSet(parsedSettings.cdn),
    storeKeys: ifAllSet(parsedSettings.storeKeys),
    razorpay: ifAllSet(parsedSettings.razorpay),
    shiprocket: ifAllSet(parsedSettings.shiprocket),
    metrics: metrics.port > 0 ? metrics : undefined,
    tracing: ifAllSet({ ...tracing, headers: tracing.headers ?? {} }),
  };
}

function defaultOf({ default: value }: SettingMetadata, mode: 'demo' | 'live'): string | undefined {
  return value === undefined ? undefined : String(typeof value === 'object' ? value[mode] : value);
}
